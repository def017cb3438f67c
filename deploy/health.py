"""Whether the server in this container answers: status 0 if /healthz says ok, else 1. PORT as for the server."""

import http.client
import os
import sys


def main() -> int:
    host = os.environ.get("ALLOWED_HOSTS", "localhost").split(",")[0].strip() or "localhost"
    asking = http.client.HTTPConnection("127.0.0.1", int(os.environ.get("PORT", "8000")), timeout=4)
    try:
        # By a name that is served, and as if through the proxy with TLS: else it would be refused or sent on.
        asking.request("GET", "/healthz", headers={"Host": host, "X-Forwarded-Proto": "https"})
        return 0 if asking.getresponse().status == 200 else 1
    except (OSError, http.client.HTTPException) as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        asking.close()


if __name__ == "__main__":
    sys.exit(main())
