import Foundation
import TestSupport
import Testing

/// Texts that would be scripts, elements or something else if they were read as HTML.
@Suite(.waits) struct HostileTextTests {
  private static let script = """
    define Evil {
      name: Text key title length 1...2000000
      `<b>x</b>`: Integer? unit "<i>"
      kind: Choice("<img src=x onerror=hit()>", plain) = plain
      long: Text? length 0...2000000
      note: Text? length 0...200
    }
    rule Evil.bad "<script>hit(4)</script>" : name <> "bad"
    formatter f for Evil "<script>hit(1)</script>{{name}}"
    formatter paper for Evil html "<p>{{name}}</p>"
    screen `<u>S` for Evil {
      title "<script>hit(2)</script>{{name}}"
      formatter f
      field `<b>f` on name
      label `<b>l` on long
      menu edit, delete
    }
    screen Evils for [Evil] {
      title "\\"><img src=x onerror=hit(3)>"
      columns name, kind as `<i>kind`, long
      opens `<u>S`
      menu add, edit, delete
    }
    new Evil name="<script>hit(5)</script>"
    new Evil name="\\"><img src=x onerror=hit(6)>" kind="<img src=x onerror=hit()>"
    new Evil name="\u{202E}live\u{2066} \u{200F}x"

    """

  /// What a text of a page did that it must not.
  private func damage(on page: ChromiumPage) throws -> String {
    try page.text(
      """
      [window.hit === undefined ? null : "a script ran",
        ...[...document.querySelectorAll("script, img, svg, iframe, b, i, u")]
          .filter(e => e.src !== location.origin + "/-/app.js").map(e => e.outerHTML),
        ...performance.getEntriesByType("resource").map(e => e.name)
          .filter(name => !name.startsWith(location.origin)),
        ...(window.violations ?? [])].filter(Boolean).join("; ")
      """)
  }

  @Test func textsAreShownAsTheyAre() throws {
    let long = String(repeating: "<i>1 MB</i> ", count: 1 << 20 / 12)
    let shown = try ShownPage(Self.script + "new Evil name=\"long\" long=\"\(long)\"\n")
    defer { shown.close() }
    let page = shown.page
    func check(_ text: String, in selector: String, _ place: Comment) throws {
      try shown.wait(text: text, in: selector)
      #expect(try damage(on: page) == "", place)
    }
    try shown.wait(rows: 4)
    try check("\"><img src=x onerror=hit(3)>", in: "#title", "title of a list")
    try check("<script>hit(5)</script>", in: "tbody", "cells")
    try check("<i>kind", in: "thead", "headings")
    try check("\u{202E}live\u{2066} \u{200F}x", in: "tbody", "bidi marks")
    #expect(try page.isTrue("[...document.querySelectorAll('tr[data-id] td')].every(e => e.dir)"))
    try check("<i>1 MB</i>", in: "tbody", "a long cell")

    try shown.open("/Evil/2", until: "document.querySelector('#menu button')")
    try check("<script>hit(2)</script>\"><img", in: "#title", "title of a record")
    try check("<script>hit(1)</script>\"><img", in: ".formatted", "formatter")
    try shown.press("History")
    try check("onerror=hit(6)>", in: "#past", "history")
    try shown.press("edit")
    try check("<b>x</b>", in: "#main", "labels of a form")
    try check("<img src=x onerror=hit()>", in: "#main", "choices")
    try shown.focus("kind")
    try shown.click(".opener")
    try check("<img src=x onerror=hit()>", in: ".candidates:not([hidden])", "list of choices")
    try shown.focus("name")
    try shown.type("<All>bad<Submit>")
    try check("<script>hit(4)</script>", in: "body", "error words")
    try shown.press("Cancel")
    try shown.press("Yes", in: "dialog")
    try page.wait(for: "document.querySelector('.screen')")

    try shown.open("/-/type/Evil", until: "document.querySelector('tbody tr')")
    try check("<script>hit(5)</script>", in: "tbody", "list of a type")
    try shown.open("/Evil/4", until: "document.querySelector('#menu button')")
    try page.wait(for: "document.querySelector('#main output')?.textContent.length >= 1000000")
    #expect(try damage(on: page) == "", "a long label")
    try shown.open("/-/log", until: "document.querySelector('#past li')")
    try check("hit(5)", in: "#past", "log")
    #expect(try page.errors().isEmpty)

    try page.go(
      to: "http://127.0.0.1:\(shown.program.port)/-/print/Evil/1?with=paper")
    try shown.wait(text: "<script>hit(5)</script>", in: "p")
    #expect(try damage(on: page) == "", "print")
  }

  @Test func whatGetsIntoThePageAllTheSameDoesNothing() throws {
    let shown = try ShownPage(Self.script)
    defer { shown.close() }
    let page = shown.page
    try page.evaluate(
      """
      window.refused = [];
      document.addEventListener("securitypolicyviolation", event => refused.push(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "window.hit = 1";
      document.body.append(script);
      const image = document.createElement("img");
      image.src = "http://192.0.2.1/x.png";
      document.body.append(image);
      const frame = document.createElement("iframe");
      frame.src = "http://192.0.2.1/";
      document.body.append(frame);
      const button = document.createElement("button");
      button.setAttribute("onclick", "window.hit = 2");
      document.body.append(button);
      button.click();
      fetch("http://192.0.2.1/").catch(() => {});
      """)
    try page.wait(
      for: """
        ["script-src-elem", "script-src-attr", "img-src", "frame-src", "connect-src"]
          .every(name => refused.includes(name))
        """)
    #expect(try page.isTrue("window.hit === undefined"))
  }
}
