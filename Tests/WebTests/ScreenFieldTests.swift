import Foundation
import TestSupport
import Testing

/// Fields of screens, what is said of values, and files, in a browser.
@Suite(.waitsForBrowser) struct ScreenFieldTests {
  private static let club = """
    define Member {
      name: Text key, age: Integer? in 0...150, level: Choice(junior, senior)?,
      paid: Boolean = false, note: Text? length 0...1000
    };
    rule Member.grown "members are at least 18" severity warn : age >= 18;
    new Member name="Ann" age=16 note="one"; new Member name="Bob";

    """

  private func open(_ member: Int, _ name: String, _ browser: any BrowserPage) throws {
    try browser.evaluate("m.link.send({ t: 'open', to: '/Member/\(member)' })")
    try browser.wait(for: "document.getElementById('title').textContent === '\(name)'")
  }

  @Test(arguments: [0, 300]) func fieldsOfAScreenLookAsInAForm(roundTrip: Int) throws {
    let page = try ServedPage(Self.club, roundTrip: roundTrip)
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try open(1, "Ann", browser)
    try expectEqual(browser.text("\(ServedPage.field("age")).input.inputMode"), "numeric")
    // A check box is stored at once.
    try browser.evaluate(
      "for (let i = 0; i < 3; i++) document.querySelector('[type=checkbox]').click()")
    try browser.wait(for: "m.desk.isSettled && !m.desk.focused")
    try browser.wait(for: "m.screens.screen.fields.some(({ text }) => text === 'true')")
    try expectEqual(browser.isTrue("document.querySelector('[type=checkbox]').checked"), true)
    try expectEqual(program.run(["-c", "get Member/1.paid"]), "true\n")
    try browser.evaluate("document.querySelector('[type=checkbox]').focus()")
    try browser.type(" ")
    try browser.wait(for: "m.screens.screen.fields.some(({ text }) => text === 'false')")
    // A choice has a list.
    try browser.evaluate("document.querySelector('.opener').click()")
    try browser.wait(for: "document.querySelector('[role=option]')")
    try browser.evaluate("document.querySelectorAll('[role=option]')[1].click()")
    try page.settle()
    // Return in a text of several lines is a line.
    try page.focus("note")
    try browser.type("<End><Return>two<Return>three")
    try page.settle()
    try expectEqual(page.value("note"), "one\ntwo\nthree")
    try expectEqual(browser.text("document.activeElement.tagName"), "TEXTAREA")
    try browser.type("<Submit>")
    try browser.wait(for: "!m.desk.focused && m.desk.isSettled")
    try expectEqual(
      program.run(["-c", "list Member level, paid, (split(note, char(10))) as note where id = 1"])
        .split(separator: "\n").last?.split(separator: " ").dropFirst().joined(separator: " "),
      "senior false [one, two, three]")
    try expectEqual(browser.errors(), [])
  }

  @Test func aReadOnlyPageShowsItsValuesAndFollowsThem() throws {
    let page = try ServedPage(Self.club, serving: ["--read-only"])
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try open(1, "Ann", browser)
    let box = "document.querySelector('[type=checkbox]')"
    try expectEqual(browser.isTrue("!\(box).checked && \(box).disabled"), true)
    _ = try program.run(["-c", "set Member/1 paid=true note=\"new\""])
    try browser.wait(
      for: "\(box).checked && document.querySelector('textarea').value === 'new'")
    try expectEqual(browser.errors(), [])
  }

  @Test func aWarningStandsAtItsValue() throws {
    let page = try ServedPage(Self.club)
    defer { page.close() }
    let browser = page.page
    try open(1, "Ann", browser)
    let hint =
      "document.getElementById(\(ServedPage.field("age")).input.getAttribute('aria-describedby'))"
    try expectEqual(browser.text("\(hint).textContent"), "warning: members are at least 18")
    try page.focus("age")
    try browser.type("18<Return>")
    try browser.wait(for: "!m.desk.focused && \(hint).textContent === '0 to 150'")
    try expectEqual(browser.isTrue("document.querySelector('.warned') === null"), true)
    try expectEqual(browser.errors(), [])
  }

  @Test func anErrorSaysItsFieldOnce() throws {
    let page = try ServedPage(Self.club)
    defer { page.close() }
    let browser = page.page
    try open(1, "Ann", browser)
    try browser.evaluate("m.screens.run('edit')")
    try browser.wait(for: "m.desk.form && m.desk.focused")
    let errors = "[...document.querySelectorAll('#errors li')].map(e => e.textContent).join()"
    for (text, error) in [
      ("<Del>", "name is required"), ("Bob", "name \"Bob\" is taken by Member/2"),
    ] {
      try page.focus("name")
      try browser.type("<All>\(text)<Submit>")
      try browser.wait(for: "\(errors) === '\(error)'")
    }
    try expectEqual(browser.errors(), [])
  }

  @Test func allRowsAreSavedNotOnlyThoseThatAreLoaded() throws {
    let members = (1...1200).map { "new Member name=\"M\(10_000 + $0)\" note=\"=1\"\n" }
    let page = try ServedPage(Self.club + members.joined())
    defer { page.close() }
    let browser = page.page
    try browser.evaluate("m.link.send({ t: 'open', to: '/-/type/Member?find=M1' })")
    try browser.wait(for: "m.screens.screen.find === 'M1'")
    try browser.evaluate(
      """
      const create = URL.createObjectURL;
      URL.createObjectURL = blob => {
        blob.text().then(text => { window.saved = text.trimEnd().split("\\r\\n"); });
        return create.call(URL, blob);
      };
      [...document.querySelectorAll("button")].find(b => b.textContent === "Save as CSV").click();
      """)
    try browser.wait(for: "window.saved")
    try expectEqual(browser.text("String(saved.length)"), "1201")
    try expectEqual(browser.text("saved[0]"), "name,age,level,paid,note")
    try expectEqual(browser.text("saved.at(-1)"), "M11200,,,false,'=1")
    try expectEqual(
      browser.text("document.getElementById('notice').textContent"), "1200 rows were saved.")
    try expectEqual(browser.errors(), [])
  }
}
