"""Addresses of the product. Pages of play carry the seat, so two windows can be two people."""

from django.urls import URLPattern, URLResolver, include, path

from sheets.views import (
    account_page,
    accounts,
    acts,
    campaigns,
    characters,
    demo,
    erasure,
from sheets.views import help, history, home, periods
    rolls,
    scene,
)

app_name = "sheets"

sheet_urls: list[URLPattern | URLResolver] = [
    path("", characters.sheet, name="sheet"),
    path("write/", characters.write, name="write"),
    path("keep/", characters.keep, name="keep"),
    path("portrait/", characters.portrait, name="portrait"),
    path("panel/", rolls.panel, name="panel"),
    path("odds/", rolls.odds, name="odds"),
    path("roll/", rolls.roll, name="roll"),
    path("rolls/<uuid:roll_id>/", rolls.result, name="result"),
    path("wounds/inflict/", acts.inflict, name="inflict"),
    path("wounds/tick/", acts.tick, name="tick"),
    path("wounds/heal/", acts.heal, name="heal"),
    path("wounds/<uuid:wound_id>/", acts.wound, name="wound"),
    path("wounds/<uuid:wound_id>/name/", acts.name_wound, name="name-wound"),
    path("sparks/", acts.change_sparks, name="sparks"),
    path("state/", acts.change_state, name="state"),
    path("log/<uuid:entry_id>/", history.older, name="older"),
    path("answer/", scene.answer, name="answer"),
    path("ruling/", scene.ruling, name="ruling"),
    path("ruling/say/", scene.rule, name="rule"),
    path("ruling/answer/", scene.answer_ruling, name="answer-ruling"),
]

table_urls: list[URLPattern | URLResolver] = [
    path("", campaigns.table, name="table"),
    path("windows/", demo.windows, name="demo-windows"),
    path("terms/", campaigns.terms, name="terms"),
    path("terms/change/", campaigns.change_terms, name="change-terms"),
    path("seats/", campaigns.give_seat, name="give-seat"),
    path("seats/<uuid:other_id>/remove/", campaigns.remove_seat, name="remove-seat"),
    path("characters/new/", characters.new, name="new-character"),
    path("characters/make/", characters.make, name="make-character"),
    path("characters/<uuid:character_id>/", include(sheet_urls)),
    path("danger/announce/", scene.announce, name="announce"),
    path("danger/withdraw/", scene.withdraw, name="withdraw"),
    path("danger/offer/dismiss/", scene.dismiss_offer, name="dismiss-offer"),
    path("danger/drafts/<uuid:draft_id>/announce/", scene.announce_draft, name="announce-draft"),
    path("danger/drafts/<uuid:draft_id>/discard/", scene.discard_draft, name="discard-draft"),
    path("chaos/", scene.change_chaos, name="chaos"),
    path("advantages/", scene.change_advantages, name="advantages"),
    path("end/<slug:period>/", periods.review, name="review-period"),
    path("end/<slug:period>/now/", periods.end, name="end-period"),
    path("tray/<uuid:item_id>/", scene.settle_tray, name="settle-tray"),
    path("gm-roll/", scene.roll, name="gm-roll"),
    path("notes/", scene.keep_notes, name="notes"),
    path("log/<uuid:entry_id>/", history.table_older, name="table-older"),
    path("entries/<uuid:entry_id>/reveal/", scene.reveal, name="reveal"),
    path("entries/<uuid:entry_id>/undo/", history.undo, name="undo"),
    path("entries/<uuid:entry_id>/redo/", history.redo, name="redo"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("healthz", home.health, name="health"),
    path("sign-up/", accounts.sign_up, name="signup"),
    path("sign-in/", accounts.sign_in, name="login"),
    path("sign-out/", accounts.sign_out, name="logout"),
    path("account/", account_page.account, name="account"),
    path("account/name/", account_page.rename, name="rename"),
    path("account/password/", account_page.change_password, name="change-password"),
    path("account/data/", erasure.my_data, name="my-data"),
    path("account/delete/", erasure.delete_account, name="delete-account"),
    path("account/sessions/end/", account_page.end_sessions, name="end-sessions"),
    path("language/", accounts.choose_language, name="language"),
    path("theme/", accounts.choose_theme, name="theme"),
    path("help/", help.rules_help, name="help"),
    path("demo/", demo.make, name="demo"),
    path("tables/new/", campaigns.new, name="new-table"),
    path("tables/make/", campaigns.make, name="make-table"),
    path("t/<uuid:seat_id>/", include(table_urls)),
]
