"""Models as they were at a state of the migrations, so that old rows are read by the columns of their time."""

from collections.abc import Iterable

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from sheets.management.keeping.manifest import UnfitError

Key = tuple[str, str]
Models = dict[str, type[Model]]


def loader_for(connection: BaseDatabaseWrapper) -> MigrationLoader:
    """The migrations of this release, and which of them the database has."""
    return MigrationLoader(connection, ignore_no_migrations=True)


def leaves(loader: MigrationLoader, applied: Iterable[Key]) -> list[Key]:
    """The last migration of each app among those applied. Raises UnfitError if this release lacks one."""
    had = set(applied)
    if unknown := sorted(had - set(loader.disk_migrations)):
        named = ", ".join(".".join(key) for key in unknown)
        raise UnfitError(f"Made by another release of Impact: this one does not know {named}.")
    nodes = {key: loader.graph.node_map[key] for key in had if key in loader.graph.node_map}
    inner = {parent.key for node in nodes.values() for parent in node.parents if parent.key[0] == node.key[0]}
    return sorted(set(nodes) - inner)


def models_at(loader: MigrationLoader, applied: Iterable[Key]) -> Models:
    """The models of that state by their labels, tables between two models included."""
    state = loader.project_state(leaves(loader, applied))
    found = state.apps.get_models(include_auto_created=True)
    kept = [model for model in found if model._meta.managed and not model._meta.proxy and not model._meta.swapped]
    return {model._meta.label_lower: model for model in sorted(kept, key=lambda model: model._meta.label_lower)}
