FROM python:3.11.14-slim-bookworm

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --system --create-home --uid 1000 impact
WORKDIR /app

# The packages first: they change seldom, so that a change of ours rebuilds little.
COPY requirements/app.txt requirements/app.txt
RUN pip install --require-hashes --requirement requirements/app.txt

COPY manage.py pyproject.toml ./
COPY deploy/entry.sh deploy/health.py deploy/
COPY impact_site impact_site
COPY rules rules
COPY sheets sheets
COPY templates templates
COPY static static
COPY locale locale
# What the running application writes: collected files and uploads. All else stays root's.
RUN mkdir staticfiles /media && chown impact:impact staticfiles /media
ENV MEDIA_ROOT=/media
VOLUME /media

USER impact
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["python", "deploy/health.py"]
ENTRYPOINT ["sh", "deploy/entry.sh"]
