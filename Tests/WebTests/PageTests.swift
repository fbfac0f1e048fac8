import Foundation
import TestSupport
import Testing

/// Lists, records and forms as people use them in a browser.
@Suite(.waitsForBrowser) struct PageTests {
  private static let club = """
    define Team { name: Text key };
    define Member {
      name: Text key, age: Integer? in 0...150, level: Choice(junior, senior)?, paid: Boolean = false,
      team: Team?, dues: [Due] owned as member, total: Integer := (coalesce(sum(dues.amount), 0))
    };
    define Due { year: Integer in 2000...2100 = 2026, amount: Integer = 10 in 0...999, twice: Integer := (amount * 2) };
    new Team name="North Side"; new Team name="Northern Lights"; new Team name="South";
    new Member name="Ann" age=36; new Member name="Bob"; new Member name="Cleo" age=7;
    append Member/1.dues new Due year=2025;
    screen Sheet for Member {
      title "{{name}}"; label owed on total; field age on age; field level on level; field team on team;
      menu edit, delete
    };
    screen Members for [Member] order by name {
      title "Members"; columns name, age, total; opens Sheet; menu add, edit, delete
    }

    """

  private static func title(_ text: String) -> String {
    "document.getElementById('title').textContent === '\(text)'"
  }

  /// The button of a command or form.
  private static func button(_ title: String) -> String {
    "[...document.querySelectorAll('button')].find(b => b.textContent === '\(title)')"
  }

  private static let row = "document.activeElement.dataset.id"

  @Test func aListIsUsedByItsKeys() throws {
    let page = try ServedPage(Self.club)
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try browser.wait(for: Self.title("Members"))
    try browser.evaluate("document.querySelector('tr[tabindex=\"0\"]').focus()")
    try browser.type("<Down>")
    try browser.wait(
      for: "\(Self.row) === 'Member/2' && m.screens.screen.selection[0] === 'Member/2'")
    // The row keeps the focus when the server has drawn the list anew.
    try browser.wait(for: "!\(Self.button("edit")).hasAttribute('aria-disabled')")
    try expectEqual(browser.text(Self.row), "Member/2")
    try browser.type("<Return>")
    try browser.wait(for: Self.title("Bob"))
    try expectEqual(browser.text("location.pathname"), "/Member/2")
    try browser.evaluate("history.back()")
    try browser.wait(for: Self.title("Members"))
    // The search is blind to case, and Escape in it is the browser's.
    try browser.type("/cLe")
    try browser.wait(for: "document.querySelectorAll('tr[data-id]').length === 1")
    try expectEqual(browser.text("document.activeElement.value"), "cLe")
    try browser.evaluate("document.querySelector('tr[data-id]').click()")
    try browser.wait(for: "!\(Self.button("delete")).hasAttribute('aria-disabled')")
    // No is the answer of Return.
    try browser.evaluate("\(Self.button("delete")).click()")
    try browser.wait(for: "document.querySelector('dialog[open]')")
    try browser.type("<Return>")
    try browser.wait(for: "!document.querySelector('dialog[open]')")
    try browser.evaluate("\(Self.button("delete")).click()")
    try browser.wait(for: "document.querySelector('dialog[open]')")
    try browser.type("<Tab><Return>")
    try browser.wait(for: "!document.querySelector('tr[data-id]')")
    try expectEqual(program.run(["-c", "count Member"]), "2\n")
    try browser.evaluate("document.getElementById('undo').click()")
    try browser.wait(for: "document.querySelector('tr[data-id]')")
    try expectEqual(program.run(["-c", "count Member"]), "3\n")
    try expectEqual(browser.errors(), [])
  }

  @Test func aListIsOrderedAndFiltered() throws {
    let page = try ServedPage(Self.club, serving: ["--actors", "ann,bob"])
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try browser.wait(for: "\(Self.button("bob")) && \(Self.title("Members"))")
    try browser.evaluate("\(Self.button("bob")).click()")
    try browser.wait(for: "document.getElementById('actor').value === 'bob'")
    let names =
      "[...document.querySelectorAll('tr[data-id]')].map(r => r.firstChild.textContent).join(' ')"
    try browser.evaluate("document.querySelector('[data-key=\"order age\"]').click()")
    try browser.wait(for: "\(names) === 'Bob Cleo Ann' || \(names) === 'Cleo Ann Bob'")
    try browser.evaluate("document.querySelector('[data-key=\"order age\"]').click()")
    try browser.wait(for: "\(names).endsWith('Ann Cleo') || \(names).startsWith('Ann Cleo')")
    try browser.wait(for: "document.querySelector('[aria-sort=descending]')")
    try browser.evaluate("\(Self.button("Filter")).click()")
    try browser.evaluate(
      """
      { const [property, op, value] = document.querySelector(".condition").children;
      [property.value, op.value, value.value] = ["age", "<", "20"];
      value.dispatchEvent(new Event("change", { bubbles: true })); }
      """)
    try browser.wait(for: "\(names) === 'Cleo'")
    // The address holds all that.
    try browser.evaluate("location.reload()")
    try browser.wait(for: "!window.m && \(names) === 'Cleo'")
    try expectEqual(browser.isTrue("document.querySelectorAll('.condition').length === 1"), true)
    try browser.evaluate("document.querySelector('.condition button').click()")
    try browser.wait(for: "\(names).length > 8")
    try browser.evaluate("document.querySelector('tr[data-id]').click()")
    try browser.wait(for: "!\(Self.button("delete")).hasAttribute('aria-disabled')")
    try browser.evaluate("\(Self.button("delete")).click()")
    try browser.wait(for: "document.querySelector('dialog[open]')")
    try browser.evaluate("document.querySelector('dialog [value=yes]').click()")
    try browser.wait(for: "document.querySelectorAll('tr[data-id]').length === 2")
    try expectEqual(program.run(["-c", "log limit 1"]).contains(" bob "), true)
    try expectEqual(browser.errors(), [])
  }

  @Test func addressesGoBackForwardAndComeAgain() throws {
    let page = try ServedPage(Self.club)
    defer { page.close() }
    let browser = page.page
    try browser.wait(for: Self.title("Members"))
    try browser.evaluate("m.screens.open('Member/3')")
    try browser.wait(for: Self.title("Cleo"))
    try browser.evaluate("document.getElementById('back').click()")
    try browser.wait(for: Self.title("Members"))
    try browser.evaluate("m.link.send({ t: 'open', to: '/-/type/Team' })")
    try browser.wait(for: "location.pathname === '/-/type/Team'")
    try browser.evaluate("history.go(-2)")
    try browser.wait(for: Self.title("Cleo"))
    try browser.evaluate("location.reload()")
    try browser.wait(for: "!window.m && \(Self.title("Cleo"))")
    try browser.evaluate("history.forward()")
    try browser.wait(for: Self.title("Members"))
    try expectEqual(browser.errors(), [])
  }

  @Test(arguments: [0, 300]) func fieldsOfAScreenAreEditedInPlace(roundTrip: Int) throws {
    let page = try ServedPage(Self.club, roundTrip: roundTrip)
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try browser.evaluate("m.screens.open('Member/1')")
    try browser.wait(for: Self.title("Ann"))
    try page.focus("age")
    // The next field begins by itself, and keeps what is typed before.
    try browser.type("4x2<Tab>se<Tab>South")
    try page.settle()
    try expectEqual(
      program.run(["-c", "get Member/1.age", "-c", "get Member/1.level"]), "42\nsenior\n")
    try expectEqual(page.value("team"), "South")
    // The focus leaves all fields.
    try browser.evaluate("document.getElementById('history').focus()")
    try browser.wait(for: "!m.desk.focused")
    try expectEqual(program.run(["-c", "get Member/1.team.name"]), "South\n")
    // Escape takes back this editing.
    try page.focus("age")
    try browser.type("7<Esc>")
    try browser.wait(for: "!m.desk.focused")
    try browser.wait(for: "\(ServedPage.field("age")).input.value === '42'")
    try browser.type("8<Return>")
    try browser.wait(for: "!m.desk.focused && m.desk.isSettled")
    try expectEqual(program.run(["-c", "get Member/1.age"]), "8\n")
    try expectEqual(browser.errors(), [])
  }

  /// A page that was opened by a link has the focus in its title, where a pointer leaves it.
  @Test func aFormThatIsOpenedByAPointerHasTheFocus() throws {
    let page = try ServedPage(Self.club)
    defer { page.close() }
    let browser = page.page
    try browser.evaluate("document.querySelector('tr[tabindex=\"0\"]').focus()")
    try browser.type("<Return>")
    try browser.wait(for: Self.title("Ann"))
    try browser.wait(for: "document.activeElement.id === 'title'")
    try browser.evaluate("\(Self.button("edit")).click()")
    try browser.wait(for: "m.desk.form && m.desk.focused")
    try browser.type("Anna")
    try page.settle()
    try expectEqual(page.value("name"), "Anna")
    try expectEqual(browser.errors(), [])
  }

  @Test(arguments: [0, 300]) func choicesReferencesAndBooleansAreChosen(roundTrip: Int) throws {
    let page = try ServedPage(Self.club, roundTrip: roundTrip)
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try browser.evaluate("m.screens.select(['Member/2']); m.screens.run('edit')")
    try browser.wait(for: "m.desk.form && m.desk.focused")
    try browser.evaluate("document.querySelector('.opener').click()")
    try browser.wait(for: "document.querySelector('[role=option]')")
    try browser.evaluate("document.querySelectorAll('[role=option]')[1].click()")
    try page.settle()
    try expectEqual(page.value("level"), "senior")
    try browser.evaluate("document.querySelector('[type=checkbox]').click()")
    try page.settle()
    try expectEqual(browser.isTrue("document.querySelector('[type=checkbox]').checked"), true)
    try page.focus("team")
    try browser.type("north")
    try browser.wait(for: "document.querySelectorAll('[role=option]').length === 2")
    try expectEqual(browser.text("document.activeElement.getAttribute('aria-expanded')"), "true")
    // The keys for the list are known to be for it before they are judged.
    try browser.type("<Down><Down><Return>")
    try expectEqual(browser.isTrue("document.activeElement.id.endsWith('.team')"), true)
    try page.settle()
    try expectEqual(page.value("team"), "Northern Lights")
    try browser.type("<All>north")
    try browser.wait(for: "document.querySelectorAll('[role=option]').length === 2")
    try browser.evaluate("document.querySelector('[role=option]').click()")
    try page.settle()
    try expectEqual(page.value("team"), "North Side")
    try browser.type("<Submit>")
    try browser.wait(for: "!m.desk.form && \(Self.title("Members"))")
    try expectEqual(
      program.run(["-c", "list Member level, paid, (team.name) as team where id = 2"]).split(
        separator: "\n"
      )
      .last,
      "Member/2  senior  true  North Side")
    try expectEqual(browser.errors(), [])
  }

  @Test(arguments: [0, 300]) func rowsAreTypedOneAfterTheOther(roundTrip: Int) throws {
    let page = try ServedPage(Self.club, roundTrip: roundTrip)
    defer { page.close() }
    let (browser, program) = (page.page, page.program)
    try browser.evaluate("m.screens.select(['Member/1']); m.screens.run('edit')")
    try browser.wait(for: "m.desk.form && m.desk.focused")
    try browser.evaluate("document.querySelector('.rows input').focus()")
    try page.settle()
    // Tab in the last cell makes a row, and what is typed then is for it.
    try browser.type("2024<Tab>20<Tab>2023<Tab>30<Tab>2022<Tab>4")
    try page.settle()
    func rows() throws -> [String] {
      let texts = try browser.evaluate(
        "[...document.querySelectorAll('.rows tbody tr')].map(r => [...r.querySelectorAll('input')].map(i => i.value).join(' '))"
      )
      return texts as? [String] ?? []
    }
    try expectEqual(rows(), ["2024 20", "2023 30", "2022 4"])
    try browser.wait(for: "document.querySelector('.rows tfoot output').textContent === '108'")
    try browser.evaluate("document.querySelectorAll('.rows .tools button')[1].click()")
    try browser.wait(for: "document.querySelectorAll('.rows tbody tr').length === 2")
    try page.settle()
    try browser.evaluate("\(Self.button("Add a row")).click()")
    try browser.wait(for: "document.querySelectorAll('.rows tbody tr').length === 3")
    try page.settle()
    try browser.type("1999")
    try browser.evaluate("\(Self.button("Store")).click()")
    // The last digit was refused, and what is left is no year.
    try browser.wait(for: "!document.getElementById('errors').hidden && m.desk.isSettled")
    try expectEqual(browser.isTrue("document.activeElement.closest('.rows') !== null"), true)
    try browser.type("<All>2021<Submit>")
    try browser.wait(for: "!m.desk.form && \(Self.title("Members"))")
    try expectEqual(program.run(["-c", "echo (Member/1.total)"]), "34\n")
    try expectEqual(browser.errors(), [])
  }

  @Test func rowsAreLoadedAsOneScrolls() throws {
    let members = (0..<3000).map { "new Member name=\"M\(10_000 + $0)\"\n" }.joined()
    let page = try ServedPage(Self.club + members)
    defer { page.close() }
    let browser = page.page
    try browser.wait(for: "document.querySelectorAll('tr[data-id]').length >= 100")
    for place in [0.5, 1, 0.1] {
      try browser.evaluate("scrollTo(0, document.documentElement.scrollHeight * \(place))")
      try browser.wait(
        for: """
          [...document.querySelectorAll("tr[data-id]")].some(row => {
            const box = row.getBoundingClientRect();
            return box.top < 400 && box.bottom > 300;
          }) || \(place) === 1 && document.querySelector("tr[aria-rowindex='3004']")
          """)
      try expectEqual(
        browser.isTrue("document.querySelectorAll('tr[data-id]').length <= 500"), true)
    }
    try expectEqual(browser.errors(), [])
  }

  @Test func textsOfRecordsAreNeverRead() throws {
    let evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    let page = try ServedPage(
      Self.club
        + """
        new Member name="\(evil)" age=3;
        screen Evil for [Member] order by name { title "\(evil)"; columns name; opens Sheet; menu edit }
        """)
    defer { page.close() }
    let browser = page.page
    try browser.evaluate("m.screens.open('Member/4')")
    try browser.wait(for: Self.title(evil))
    try browser.evaluate("m.screens.run('edit')")
    try browser.wait(for: "m.desk.form && m.desk.focused")
    try expectEqual(page.value("name"), evil)
    try browser.evaluate("m.link.send({ t: 'open', to: '/Evil' })")
    try browser.wait(for: Self.title(evil))
    try expectEqual(
      browser.isTrue("document.querySelector('img, main script, nav script') === null"), true)
    try expectEqual(browser.errors(), [])
  }

  @Test(arguments: [320, 375, 768, 1280]) func pagesFitAndNameTheirControls(width: Int) throws {
    let page = try ServedPage(Self.club, width: width)
    defer { page.close() }
    let browser = try page.chromium
    func check(_ name: String) throws {
      try expectEqual(
        browser.isTrue("document.documentElement.scrollWidth <= innerWidth"), true, "\(name) fits")
      let nameless = try browser.evaluate(
        """
        [...document.querySelectorAll("button, input, textarea, select, a, [role=grid], [role=listbox]")]
          .filter(e => e.offsetParent && !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim()))
          .map(e => e.outerHTML)
        """)
      expectEqual(nameless as? [String], [], "\(name)")
      // Text has a contrast of at least 4.5 to what is behind it.
      let faint = try browser.evaluate(Self.contrast)
      expectEqual(faint as? [String], [], "\(name)")
    }
    for scheme in ["light", "dark"] {
      try browser.call(
        "Emulation.setEmulatedMedia",
        ["features": [["name": "prefers-color-scheme", "value": scheme]]])
      try browser.wait(for: Self.title("Members"))
      try check("list, \(scheme)")
      try browser.evaluate("m.screens.open('Member/1')")
      try browser.wait(for: Self.title("Ann"))
      try check("record, \(scheme)")
      try browser.evaluate("m.screens.run('edit')")
      try browser.wait(for: "m.desk.form && m.desk.focused")
      try browser.type("x")
      try page.settle()
      try check("form, \(scheme)")
      try browser.evaluate("m.link.send({ t: 'open', to: '/Members' })")
      try browser.wait(for: "!m.desk.form || document.querySelector('dialog[open]')")
      try browser.evaluate("document.querySelector('dialog[open] [value=yes]')?.click()")
    }
    try browser.wait(for: Self.title("Members"))
    // Where the pointer is coarse, targets are large.
    try browser.call(
      "Emulation.setEmulatedMedia", ["features": [["name": "pointer", "value": "coarse"]]])
    try browser.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
    let small = try browser.evaluate(
      """
      [...document.querySelectorAll("button, input, select, tr[data-id]")]
        .filter(e => e.offsetParent && Math.round(e.getBoundingClientRect().height) < 44).map(e => e.outerHTML)
      """)
    expectEqual(small as? [String], [])
    try expectEqual(browser.errors(), [])
  }

  /// The texts whose contrast is less than 4.5, by the formula of WCAG 2.
  private static let contrast = """
    (() => {
      const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      const numbers = color => {
        context.clearRect(0, 0, 1, 1);
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        return [...context.getImageData(0, 0, 1, 1).data];
      };
      const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
      const behind = element => {
        for (let e = element; e; e = e.parentElement) {
          const color = numbers(getComputedStyle(e).backgroundColor);
          if (color[3] > 200) return color;
        }
        return [255, 255, 255];
      };
      const faint = [];
      for (const element of document.querySelectorAll("body *")) {
        const text = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || element.value;
        if (!text || !element.offsetParent || element.closest(".hidden")) continue;
        const pair = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
        const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
        if (ratio < 4.5) faint.push(ratio.toFixed(2) + " " + element.outerHTML.slice(0, 120));
      }
      return faint;
    })()
    """
}
