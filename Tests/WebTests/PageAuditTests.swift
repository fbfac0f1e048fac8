import Foundation
import TestSupport
import Testing

/// The pages at four widths, light and dark: for everybody, with keyboard, finger and reader.
///
/// With `WORKBENCH_RECORD=1` the folder that `WORKBENCH_PICTURES` names gets a picture of each, to look at.
@Suite(.waits) struct PageAuditTests {
  private static let pictures: URL? = {
    let environment = ProcessInfo.processInfo.environment
    guard environment["WORKBENCH_RECORD"] == "1" else { return nil }
    return environment["WORKBENCH_PICTURES"].map { URL(fileURLWithPath: $0, isDirectory: true) }
  }()

  private static let data = """
    new Supplier name="Großhandel" phone="0421 555010"
    new Part number="KM-0019-X" name="Kette Connex" barcode="4524667123453" price=24.90 stock=2 least=4 supplier=Supplier/1
    new Part number="BZ-1" name="Bremszug mit einem sehr langen Namen ohne Ende" price=4.20 stock=40
    new Customer name="Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"
    new Order customer=Customer[1] note="brakes"
    append Order[1].lines new Line part=Part["BZ-1"] quantity=2
    append Order[1].lines new Line part=Part["KM-0019-X"]
    set Order[1].status started --reason "the customer waits"
    new Invoice order=Order[1]

    """

  private static let script = """
    (width, isTouch) => {
      const faults = [];
      const word = e => `${e.tagName.toLowerCase()}${e.id ? "#" + e.id : ""}.${e.className} "${(e.value ?? e.textContent).trim().slice(0, 30)}"`;
      const isShown = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".hidden");
      const root = document.querySelector("dialog[open]") ?? document.body;
      if (document.documentElement.scrollWidth > width) {
        const wide = [...document.querySelectorAll("body *")].filter(e => isShown(e) && e.getBoundingClientRect().right > width + 0.5);
        faults.push(`scrolls sideways: ${wide.slice(0, 3).map(word).join(", ")}`);
      }
      const color = text => {
        const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
        return { rgb: [r, g, b], a };
      };
      const light = ([r, g, b]) => {
        const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * x + 0.7152 * y + 0.0722 * z;
      };
      const ground = e => {
        for (; e; e = e.parentElement) {
          const { rgb, a } = color(getComputedStyle(e).backgroundColor);
          if (a === 1) return rgb;
        }
        return [255, 255, 255];
      };
      const contrast = (text, back) => {
        const [x, y] = [light(text), light(back)].sort((a, b) => b - a);
        return (x + 0.05) / (y + 0.05);
      };
      let texts = 0;
      for (const e of root.querySelectorAll("*")) {
        if (!isShown(e)) continue;
        const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        const isField = e.matches("input:not([type=checkbox], [type=range]), textarea, select");
        if (!own && !isField) continue;
        texts += 1;
        const ratio = contrast(color(getComputedStyle(e).color).rgb, ground(e));
        if (ratio < 4.5) faults.push(`contrast ${ratio.toFixed(2)}: ${word(e)}`);
        if (e.placeholder) {
          const faint = contrast(color(getComputedStyle(e, "::placeholder").color).rgb, ground(e));
          if (faint < 4.5) faults.push(`contrast ${faint.toFixed(2)} of a placeholder: ${word(e)}`);
        }
      }
      if (texts < 3) faults.push("nothing is shown");
      if (isTouch) {
        for (const e of root.querySelectorAll("a[href], button, input, select, textarea, summary, [role=option], tbody tr[tabindex]")) {
          if (!isShown(e)) continue;
          const { width: w, height: h } = e.getBoundingClientRect();
          if (w < 43.5 || h < 43.5) faults.push(`target ${w.toFixed(0)} x ${h.toFixed(0)}: ${word(e)}`);
        }
        if (!matchMedia("(pointer: coarse)").matches) faults.push("the pointer is fine");
      }
      return faults;
    }
    """

  private static let named: Set = [
    "button", "link", "textbox", "searchbox", "combobox", "checkbox", "slider", "option",
    "spinbutton", "listbox", "grid", "dialog", "DisclosureTriangle",
  ]

  /// Controls without a name in the accessibility tree.
  private func nameless(on page: ChromiumPage) throws -> [String] {
    let tree = try page.call("Accessibility.getFullAXTree")
    func value(_ node: [String: Any], _ key: String) -> String {
      (node[key] as? [String: Any])?["value"] as? String ?? ""
    }
    let nodes = (tree["nodes"] as? [[String: Any]] ?? []).filter { $0["ignored"] as? Bool != true }
    let controls = nodes.filter { Self.named.contains(value($0, "role")) }
    #expect(!controls.isEmpty)
    return controls.filter {
      value($0, "name").trimmingCharacters(in: .whitespaces).isEmpty
    }.map { value($0, "role") }
  }

  private func audit(_ shown: ShownPage, _ name: String) throws {
    let page = shown.page
    expectEqual(try nameless(on: page), [], "\(name): names")
    for width in [320, 375, 600, 1280] {
      let isTouch = width < 1280
      try page.resize(width, 800, isPhone: isTouch)
      try page.call("Emulation.setTouchEmulationEnabled", ["enabled": isTouch])
      for scheme in ["light", "dark"] {
        try page.show(scheme)
        let faults = try page.evaluate("(\(Self.script))(\(width), \(isTouch))") as? [String]
        expectEqual(faults ?? ["no answer"], [], "\(name) at \(width), \(scheme)")
        guard let pictures = Self.pictures else { continue }
        try page.screenshot().write(
          to: pictures.appendingPathComponent("\(name), \(width), \(scheme).png"))
      }
    }
  }

  /// Presses Tab until the focus is where it has been, and says what it has not reached.
  private func unreached(on shown: ShownPage) throws -> [String] {
    let page = shown.page
    try page.evaluate(
      """
      document.activeElement.blur();
      getSelection().collapse(document.body, 0);
      window.reached = new Set();
      document.addEventListener("focusin", event => reached.add(event.target));
      window.goals = () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
        .filter(e => e.tabIndex >= 0 && !e.disabled && e.checkVisibility({ visibilityProperty: true }));
      """)
    let count = try #require(try page.evaluate("goals().length") as? Int)
    for _ in 0..<3 * count {
      try page.press("<Tab>")
      try page.evaluate("new Promise(requestAnimationFrame)")
      try shown.settle()
      if try page.isTrue("goals().every(e => reached.has(e))") { break }
    }
    return try page.evaluate(
      "goals().filter(e => !reached.has(e)).map(e => e.outerHTML.slice(0, 120))") as? [String] ?? []
  }

  @Test func everyPageIsForEverybody() throws {
    let shown = try ShownPage(SchemaPageTests.schema("workshop") + Self.data)
    defer { shown.close() }
    let page = shown.page
    func visit(_ name: String, tabs: Bool = true) throws {
      try audit(shown, name)
      if tabs { expectEqual(try unreached(on: shown), [], "\(name): Tab") }
    }
    try shown.wait(rows: 1)
    try shown.choose("Donau")
    try visit("list")
    try shown.press("Filter")
    try shown.press("All lists")
    try visit("list with conditions and all lists")
    try shown.press("All lists")
    try page.evaluate(
      """
      { const find = document.getElementById("find");
        find.value = "zzz";
        find.dispatchEvent(new Event("input")); }
      """)
    try shown.wait(text: "Nothing found", in: ".empty:not([hidden])")
    try visit("nothing found", tabs: false)

    try shown.open("/-/type/Part", until: "document.querySelector('tr.warned')")
    #expect(try page.isTrue("document.querySelector('tr.warned').textContent.includes('Kette')"))
    try visit("warnings", tabs: false)
    try shown.choose("Bremszug")
    try shown.press("delete")
    try page.wait(for: "document.querySelector('dialog').open")
    try visit("question", tabs: false)
    #expect(try page.text("document.activeElement.textContent") == "No")
    try shown.press("No", in: "dialog")
    try shown.open("/-/type/Sale", until: "document.querySelector('.empty:not([hidden])')")
    try visit("empty list", tabs: false)

    try shown.open("/Part/1", until: "document.querySelector('.field')")
    try visit("record")
    try shown.open("/Order/1", until: "document.querySelector('.formatted')")
    try shown.press("History")
    try page.wait(for: "document.querySelector('#past li')")
    try visit("history")
    try shown.press("edit")
    try page.wait(for: "document.querySelectorAll('table.rows tbody tr').length === 2")
    try visit("form", tabs: false)
    try shown.focus("note")
    try shown.type("<All>x")
    try shown.press("Cancel")
    try page.wait(for: "document.querySelector('dialog').open")
    try shown.press("Yes", in: "dialog")
    try page.wait(for: "document.querySelector('.screen')")
    try shown.open("/Order/1?at=20")
    try shown.wait(text: "there is no Order/1 at #20", in: "#notice")
    try visit("missing past record", tabs: false)
    try shown.open("/Order/1?at=32", until: "document.querySelector('.formatted')")
    try visit("past record", tabs: false)
    try shown.open("/Floor?at=25", until: "document.querySelector('#reply td')")
    try visit("empty past list", tabs: false)
    try shown.open("/Floor?at=32", until: "document.querySelector('#reply td a')")
    try visit("past list", tabs: false)
    try shown.open("/-/log", until: "document.querySelector('#past li')")
    try visit("log", tabs: false)
    try shown.open("/Nothing")
    try visit("no page", tabs: false)
    #expect(try page.errors().isEmpty)
  }

  @Test func aPageSaysWhoSetAValue() throws {
    let shown = try ShownPage(SchemaPageTests.schema("workshop") + Self.data)
    defer { shown.close() }
    try shown.open("/Part/1", until: "document.querySelector('.field')")
    try shown.focus("price")
    try shown.wait(text: "price: tester, ", in: "#origin")
    try shown.wait(text: "new Part number=", in: "#origin")
  }
}
