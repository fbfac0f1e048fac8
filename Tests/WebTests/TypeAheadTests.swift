import Foundation
import TestSupport
import Testing

/// Keys typed ahead over several fields, and other edits among keys on their way.
@Suite(.waitsForBrowser) struct TypeAheadTests {
  @Test(arguments: [0, 300], Browser.chosen)
  func aRunOfKeysFillsSevenFields(roundTrip: Int, browser: Browser) throws {
    let page = try ServedPage(roundTrip: roundTrip, in: browser)
    defer { page.close() }
    try page.edit(5)
    try page.settle()
    try page.page.type("<End>x<Tab>4x2<Tab>1234.5<Tab>77<Tab>1.2.2024<Tab>9:5<Tab>5551234567")
    try page.settle()
    let fields = ["name", "age", "fee", "big", "born", "at", "phone"]
    try expectEqual(
      fields.map(page.value),
      ["T5x", "42", "1,234.50", "77", "2024-02-01", "09:05", "+1 (555) 123-4567"])
    try page.page.type("<Submit>")
    try page.page.wait(for: "!m.desk.form && document.querySelector('[role=grid]')")
    try expectEqual(
      page.program.run(["-c", "get Thing/5.phone", "-c", "get Thing/5.age"]),
      "+1 (555) 123-4567\n42\n")

    // Tab completes a word, also one typed just before.
    try page.edit(7, "kind")
    try page.page.type("ad<Tab>hello")
    try page.settle()
    try expectEqual([page.value("kind"), page.value("note")], ["admin", "hello"])
    try page.cancel()

    // A marked field is left, and typing goes on in the next one.
    try page.edit(8, "plate")
    try page.page.type("AB-<Tab>12<Tab>")
    try page.settle()
    try expectEqual([page.value("plate"), page.value("pct")], ["AB-", "12"])
    try expectEqual(page.page.evaluate("m.desk.active.id") as? String, "Thing/8.boss")
    try page.page.type("<S-Tab><S-Tab><End>1234")
    try page.settle()
    try expectEqual(page.value("plate"), "AB-1234")
    try page.cancel()
    try expectEqual(page.page.errors(), [])
  }

  @Test(arguments: [0, 300]) func otherEditsComeAmongKeysOnTheirWay(roundTrip: Int) throws {
    let page = try ServedPage(roundTrip: roundTrip)
    defer { page.close() }
    try selections(page)
    try pastes(page)
    try inputMethods(page)
    try otherPrograms(page)
    try touchKeyboards(page)
    try expectEqual(page.page.errors(), [])
  }

  private func selections(_ page: ServedPage) throws {
    try page.edit(8, "note")
    try page.page.type("hello world")
    try page.page.evaluate("document.activeElement.setSelectionRange(5, 5)")
    try page.page.type(", big")
    try page.settle()
    try expectEqual(
      page.state(of: "note"), TypedState(text: "hello, big world", anchor: 10, caret: 10))
    // A double click selects the word, and the first key replaces it.
    try page.page.type("!")
    let (left, top) = try page.firstCharacter()
    try page.chromium.click(x: left, y: top, count: 2)
    try page.page.type("tiny")
    try page.settle()
    try expectEqual(page.value("note"), "tiny, big! world")
    try page.page.type("<All>xy")
    try page.settle()
    try expectEqual(page.value("note"), "xy")
    // A real click, on the first character of a text that is on its way.
    try page.page.type("<All>wwwww")
    let (x, y) = try page.firstCharacter()
    try page.chromium.click(x: x, y: y)
    try page.page.type("a")
    try page.settle()
    try expectEqual(page.value("note"), "awwwww")
    try page.focus("fee")
    // The seventh digit is refused.
    try page.page.type("1234567.89")
    try page.page.evaluate(
      """
      (() => { const i = document.activeElement, at = i.value.indexOf("3");
      i.setSelectionRange(at, at); })()
      """)
    try page.page.type("<BS>9")
    try page.settle()
    try expectEqual(page.value("fee"), "193,456.89")
    try page.cancel()
  }

  private func pastes(_ page: ServedPage) throws {
    func paste(_ text: String) throws {
      try page.page.evaluate(
        """
        (() => { const d = new DataTransfer(); d.setData("text/plain", "\(text)");
        document.activeElement.dispatchEvent(
          new ClipboardEvent("paste", { clipboardData: d, cancelable: true, bubbles: true })); })()
        """)
    }
    try page.edit(10, "fee")
    try paste(" 1,234.50 €\\n")
    try page.settle()
    try expectEqual(page.value("fee"), "1,234.50")
    try paste("x9")
    try page.settle()
    try expectEqual(page.value("fee"), "1,234.50")
    try expectEqual(page.refusals().count, 1)
    try page.chromium.insert("5")
    try page.focus("note")
    try page.chromium.insert("dictated words")
    try page.settle()
    try expectEqual(page.value("note"), "dictated words")
    // A drop goes where it is dropped, with all its white space.
    let (x, y) = try page.firstCharacter()
    let data: [String: Any] = [
      "items": [["mimeType": "text/plain", "data": "as  "]], "dragOperationsMask": 1,
    ]
    for type in ["dragEnter", "dragOver", "drop"] {
      try page.chromium.call(
        "Input.dispatchDragEvent",
        ["type": type, "x": x, "y": y, "data": data])
    }
    try page.settle()
    try expectEqual(page.value("note"), "as  dictated words")
    try page.cancel()
  }

  private func inputMethods(_ page: ServedPage) throws {
    try page.edit(12, "note")
    try page.page.type("a")
    try page.settle()
    for text in ["k", "か", "かn", "かん", "かんj", "かんじ", "漢字"] { try page.chromium.compose(text) }
    try page.chromium.insert("漢字")
    try page.settle()
    try expectEqual(page.state(of: "note"), TypedState(text: "a漢字", anchor: 3, caret: 3))
    try page.page.type("b")
    try page.settle()
    try expectEqual(page.value("note"), "a漢字b")
    try page.focus("age")
    try page.chromium.compose("４")
    try page.chromium.insert("４２")
    try page.settle()
    try expectEqual(page.value("age"), "42")
    try page.focus("big")
    try page.chromium.compose("四")
    try page.chromium.insert("四")
    try page.settle()
    try expectEqual(page.value("big"), "")
    try expectEqual(page.refusals().count, 1)
    try page.cancel()
  }

  private func otherPrograms(_ page: ServedPage) throws {
    func change(_ value: String, _ type: String? = nil, isPrevented: Bool = true) throws {
      let before = type.map {
        """
        i.dispatchEvent(new InputEvent("beforeinput",
          { inputType: "\($0)", cancelable: \(isPrevented), bubbles: true }));
        """
      }
      try page.page.evaluate(
        """
        (() => { const i = document.activeElement; \(before ?? "") i.value = "\(value)";
        i.dispatchEvent(new Event("input", { bubbles: true })); })()
        """)
      try page.settle()
    }
    try page.edit(15, "age")
    try change("33")
    try expectEqual(page.value("age"), "33")
    try change("999")
    try expectEqual(page.value("age"), "33")
    try page.focus("note")
    try page.page.type("abcd")
    try page.settle()
    // A keyboard that goes on although it was prevented, and one that cannot be.
    try change("abc", "deleteContentBackward")
    try expectEqual(page.value("note"), "abc")
    try change("ab", "deleteContentBackward", isPrevented: false)
    try expectEqual(page.value("note"), "ab")
    // The halves of a character beyond the basic plane.
    try page.page.evaluate(
      """
      for (const data of ["\\ud83d", "\\ude00"]) document.activeElement.dispatchEvent(
        new InputEvent("beforeinput", { inputType: "insertText", data, cancelable: true, bubbles: true }))
      """)
    try page.settle()
    try expectEqual(page.value("note"), "ab😀")
    try page.cancel()
  }

  /// A keyboard that composes words, and whose letters are judged one by one.
  private func touchKeyboards(_ page: ServedPage) throws {
    try page.chromium.call(
      "Emulation.setEmulatedMedia", ["features": [["name": "pointer", "value": "coarse"]]])
    try page.chromium.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
    try #require(page.page.evaluate("matchMedia('(pointer: coarse)').matches") as? Bool == true)
    try page.edit(18, "shade")
    var text = ""
    for letter in "ff0g0a1" {
      text.append(letter)
      try page.chromium.compose(text)
      // The refusal puts the text back, and such a keyboard then begins anew.
      if letter == "g" {
        try page.settle()
        text = ""
      }
    }
    try page.chromium.insert(text)
    try page.settle()
    try expectEqual(page.value("shade"), "FF00A1")
    try page.cancel()
  }
}
