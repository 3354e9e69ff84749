#!/usr/bin/env python3
"""Tournaments of people on the page: the organiser opens one, adds players and pairs a round; slips are printed; two
phones enter scores that agree, and scores that differ, which the organiser decides; the wall follows; a child enters a
class by its code; all of it in French, too."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.environ.get("srcdir", "."), "tests", "lib"))
from browser import skip_without  # noqa: E402
from tgi import done, ok  # noqa: E402
from visitor import Visitor, open_site  # noqa: E402

skip_without()
site = open_site()
anna = Visitor(site)
anna.sign_up("Anna")


def says(visitor, text, inside="main.site"):
    """Whether that is shown, sooner or later."""
    return visitor.browser.wait("return (document.querySelector(args[0])?.innerText ?? '').includes(args[1])", inside, text)


def submit(visitor, text, inside="main.site"):
    ok(visitor.press(text, inside), "the button %s" % text)


anna.follow("#contests")
ok(says(anna, "No tournament yet"), "an empty list says what to do next")
anna.write("main.site input[name=title]", "Autumn cup")
anna.choose(("Format", "swiss"))
anna.write("main.site input[name=rounds]", "2")
submit(anna, "Open the tournament")
ok(anna.browser.wait("return document.getElementById('page').address().startsWith('#contest/')") and says(anna, "Code for players"), "it is opened")
where = anna.see()["fragment"]
for name in ("Ada", "Ben", "Cleo", "Wilhelmina Bergmannsdorf"):
    anna.write("main.site input[name=add]", name)
    anna.press("Add the player")
    ok(says(anna, name, "main.site table"), "%s is added" % name)
anna.write("main.site input[name=add]", "ADA")
anna.press("Add the player")
ok(says(anna, "looks like Ada"), "another name that looks like hers is refused, with a sentence")
submit(anna, "Begin: pair the first round")
ok(says(anna, "2 results of this round are missing."), "the first round")
ok(anna.browser.run("return document.querySelector('main.site .site-section input[readonly]').value") == site.origin + "/" + where[1:], "its link is its address")
anna.follow(where + "/print")
base = anna.browser.run("return performance.getEntriesByType('resource').map((one) => new URL(one.name).searchParams.get('base')).find((one) => one)")
ok(base == site.origin + "/", "codes lead to the site, not to the page that is printed", base)
slips = anna.browser.run("return [...document.querySelectorAll('main.site .site-slip')].map((one) => [one.innerText, one.querySelector('path').getAttribute('d').length])")
ok(len(slips) == 4 and all(length > 500 for _, length in slips) and "against" in slips[0][0], "four slips with codes", slips)
ok(says(anna, "Phones cannot reach this computer"), "which say nothing to phones from an address of this machine alone")
links = [one["link"] for one in anna.ask("contests/%s/slips?base=%s" % (where.split("/")[1], site.address))["slips"]]
slips = ["#" + link.split("#")[1] for link in links]
anna.follow(where + "/wall")

phone = Visitor(site, 390, 844, view=slips[0])
ok(says(phone, "against"), "a phone opens a slip")
submit(phone, "Enter the score")
ok(says(phone, "Write both scores"), "nothing is no score")
phone.write("main.site input[name=score1]", "12")
phone.write("main.site input[name=score2]", "9")
submit(phone, "Enter the score")
ok(says(phone, "It counts when"), "one has entered it")
phone.follow(slips[1])
submit(phone, "Confirm 12\u2009:\u20099")
ok(says(phone, "Confirmed by both."), "the other confirms it")
ok(says(anna, "12\u2009:\u20099", ".site-wall"), "the wall has it at once")
for width, height in ((1280, 800), (390, 844)):
    anna.browser.size(width, height)
    ok(anna.browser.wait("return [...document.querySelectorAll('.site-wall-body span')].every((one) => one.scrollWidth <= one.clientWidth) && document.querySelector('.site-wall-body').scrollHeight <= innerHeight"), "and cuts no name, %d pixels wide" % width)
for slip, (one, other) in zip(slips[2:], ((5, 7), (7, 5))):
    phone.follow(slip)
    if other == 5:
        phone.browser.wait("return !!document.querySelector('main.site details.site-fold summary')")
        phone.browser.click("main.site details.site-fold summary")
    phone.write("main.site input[name=score1]", str(one))
    phone.write("main.site input[name=score2]", str(other))
    submit(phone, "Enter the score")
ok(says(phone, "otherwise the organiser decides"), "different scores")
anna.follow(where)
ok(says(anna, "differs"), "are shown to the organiser")
for width, height in ((390, 844), (1280, 800)):
    anna.browser.size(width, height)
    ok(anna.browser.run("return [...document.querySelectorAll('main.site button[aria-label^=Decide]')].every((one) => one.getBoundingClientRect().right < one.closest('.site-table').getBoundingClientRect().right)"),
       "with a button to decide that is seen without scrolling, %d pixels wide" % width)
anna.browser.click("main.site button[aria-label='Decide board 2']")
ok(anna.dialog("has entered 5"), "who sees what each has entered")
anna.write("dialog[open] input[name=decide1]", "6")
anna.write("dialog[open] input[name=decide2]", "5")
submit(anna, "This is the score", "dialog[open]")
ok(says(anna, "round 2 of 2"), "decides, and the next round is paired")
submit(anna, "Take round 2 back")
ok(anna.dialog("slips of it open nothing"), "a round is taken back after a question")
submit(anna, "Take it back", "dialog[open]")
ok(says(anna, "The next round waits for you."), "and waits")
ok(anna.browser.wait("""const fold = [...document.querySelectorAll('main.site details')].find((one) => one.innerText.startsWith('Log'));
    if (fold) fold.open = true;
    return fold?.innerText.includes("Round 2 was taken back.")"""), "the log has it")
submit(anna, "Pair round 2")
ok(says(anna, "round 2 of 2"), "it is paired anew")
phone.follow("#week")
phone.follow(slips[0])
ok(says(phone, "Confirmed by both."), "a slip of the round before shows its result")

anna.follow("#contests")
anna.browser.wait("return !!document.querySelector('main.site input[name=title]')")
anna.write("main.site input[name=title]", "6B")
anna.choose(("Format", "roundrobin"), ("Where", "tritt"), ("Who may enter", "class"))
submit(anna, "Open the tournament")
anna.browser.wait("return document.getElementById('page').address().startsWith('#contest/')")
ok(says(anna, "Code for players"), "a class")
code = re.search(r"[0-9A-Z]{4}-[0-9A-Z]{4}", anna.text())[0]
child = Visitor(site, 390, 844, language="fr", view="#contests")
child.browser.wait("return !!document.querySelector('main.site input[name=code]')")
child.write("main.site input[name=code]", code.lower())
child.write("main.site input[name=player]", "Mia")
child.browser.run("document.querySelector('main.site form').requestSubmit()")
ok(child.browser.wait("return document.getElementById('page').address().startsWith('#contest/')") and says(child, "6B"), "a child enters by the code")
ok(says(anna, "Mia"), "the teacher sees her come")
phone.follow("#contests")
phone.browser.wait("return !!document.querySelector('main.site input[name=code]')")
phone.write("main.site input[name=code]", code)
phone.write("main.site input[name=player]", "Tom")
submit(phone, "Enter")
ok(says(anna, "Tom"), "and another one")
submit(anna, "Begin: pair the first round")
ok(child.browser.wait("return !!document.querySelector('main.site .site-contest-mine ~ form')"), "the child is told of a game")
child.browser.run("document.querySelector('main.site .site-contest-mine ~ form').requestSubmit()")
ok(child.browser.wait("return document.getElementById('page').address().startsWith('#table/') && !!document.querySelector('main.site .board')"), "and sits at its table")
ok(child.ask("tables/" + child.see()["fragment"].split("/")[1])["seat"] in (1, 2), "in its own seat")
child.visit(anna.see()["fragment"])
for visitor in (anna, phone, child):
    for width in (320, 1280):
        visitor.browser.size(width, 800)
        wide = visitor.browser.run("return document.documentElement.scrollWidth")
        ok(wide <= width, "%s fits into %d pixels" % (visitor.see()["fragment"][:9], width), wide)
    complaints = [one for one in visitor.browser.complaints() if " 409 " not in one]  # the name that was refused
    ok(not complaints, "the browser complains of nothing", complaints)
site.end()
done()
