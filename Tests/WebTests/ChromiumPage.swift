import Foundation
import Testing

/// A page of Chromium.
final class ChromiumPage: BrowserPage {
  private let chromium: Chromium
  private let context: String
  private let target: String
  private let session: String
  /// Errors of scripts, and what the console printed.
  private var log: [String] = []

  /// - Parameter proxy: The port of a SOCKS proxy through which everything is loaded.
  init(width: Int = 1000, height: Int = 800, through proxy: UInt16? = nil) throws {
    chromium = try Chromium.shared.get()
    var parameters: [String: Any] = ["disposeOnDetach": true]
    if let proxy {
      parameters["proxyServer"] = "socks5://127.0.0.1:\(proxy)"
      parameters["proxyBypassList"] = "<-loopback>"
    }
    context = try Self.text(
      chromium.call("Target.createBrowserContext", parameters), "browserContextId")
    target = try Self.text(
      chromium.call(
        "Target.createTarget",
        [
          "url": "about:blank", "browserContextId": context, "width": width, "height": height,
          "newWindow": true,
        ]), "targetId")
    session = try Self.text(
      chromium.call("Target.attachToTarget", ["targetId": target, "flatten": true]), "sessionId")
    for domain in ["Runtime", "Page", "Log"] { try call("\(domain).enable") }
    try call("Emulation.setFocusEmulationEnabled", ["enabled": true])
    try resize(width, height)
  }

  func close() {
    _ = try? chromium.call("Target.disposeBrowserContext", ["browserContextId": context])
    chromium.forget(session)
  }

  private static func text(_ answer: [String: Any], _ key: String) throws -> String {
    try #require(answer[key] as? String)
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try chromium.call(method, parameters, in: session)
  }

  // MARK: Pages

  /// Tries again for a minute if the browser lost the connection, as it does when it was not given a
  /// processor until the server no longer waited for its request.
  func go(to address: String) throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      let answer = try call("Page.navigate", ["url": address])
      guard let error = answer["errorText"] as? String, error != "net::ERR_ABORTED" else { return }
      let isLost = ["SOCKET_NOT_CONNECTED", "CONNECTION_CLOSED", "EMPTY_RESPONSE"].contains {
        error == "net::ERR_\($0)"
      }
      guard isLost, .now < end else { throw Chromium.Failure.refused("\(address): \(error)") }
    }
  }

  func resize(_ width: Int, _ height: Int, isPhone: Bool = false) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": isPhone])
  }

  /// Shows the page light or dark.
  func show(_ scheme: String) throws {
    try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": scheme]]])
  }

  /// Statements are possible here too.
  @discardableResult
  func evaluate(_ script: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate", ["expression": script, "returnByValue": true, "awaitPromise": true])
    if let details = answer["exceptionDetails"] as? [String: Any] {
      throw Chromium.Failure.refused("\(details["exception"] ?? details)")
    }
    return (answer["result"] as? [String: Any])?["value"]
  }

  func errors() throws -> [String] {
    try evaluate("0")
    takeLog()
    return log
  }

  private func takeLog() {
    for event in chromium.takeEvents(of: session) {
      let parameters = event["params"] as? [String: Any] ?? [:]
      switch event["method"] as? String {
      case "Runtime.exceptionThrown", "Runtime.consoleAPICalled": log.append("\(parameters)")
      case "Log.entryAdded":
        let entry = parameters["entry"] as? [String: Any] ?? [:]
        // Tests cut connections.
        if entry["source"] as? String != "network" { log.append("\(entry)") }
      default: break
      }
    }
  }

  /// A picture of the page, as PNG.
  func screenshot() throws -> Data {
    let answer = try call("Page.captureScreenshot", ["format": "png"])
    return try #require(Data(base64Encoded: try Self.text(answer, "data")))
  }

  // MARK: Keys

  private static let named: [String: (key: String, code: Int)] = [
    "BS": ("Backspace", 8), "Del": ("Delete", 46), "Left": ("ArrowLeft", 37),
    "Right": ("ArrowRight", 39), "Home": ("Home", 36), "End": ("End", 35), "Return": ("Enter", 13),
    "Esc": ("Escape", 27), "Tab": ("Tab", 9), "Up": ("ArrowUp", 38), "Down": ("ArrowDown", 40),
  ]
  static let withControl: [String: Character] = [
    "Undo": "z", "Redo": "y", "All": "a", "Submit": "s", "Cut": "x", "Copy": "c", "Paste": "v",
  ]
  /// What a browser does at a key that the page does not prevent.
  private static let commands = [
    "All": "selectAll", "Cut": "cut", "Copy": "copy", "Paste": "paste",
  ]

  /// Splits a text in the syntax of `type` into keys.
  static func keys(_ text: String) -> [String] {
    text.matches(of: /<[^<>]+>|./.dotMatchesNewlines()).map { match in
      switch match.output {
      case "<lt>": "<"
      case "<gt>": ">"
      default: String(match.output)
      }
    }
  }

  /// Presses a key, in the syntax of `type`. The answer comes when the page has taken it.
  @discardableResult
  func press(_ key: String) throws -> Chromium.Answer {
    guard key.count > 1, key.hasPrefix("<"), key.hasSuffix(">") else { return try typeText(key) }
    var (name, modifiers) = (String(key.dropFirst().dropLast()), 0)
    if let letter = Self.withControl[name] {
      let commands = Self.commands[name].map { [$0] } ?? []
      return try dispatch(
        [
          "key": String(letter), "code": "Key\(letter.uppercased())", "commands": commands,
          "windowsVirtualKeyCode": Int(letter.asciiValue ?? 0) - 32, "modifiers": 2,
        ], "rawKeyDown")
    }
    if name.hasPrefix("S-") { (name, modifiers) = (String(name.dropFirst(2)), 8) }
    if name == "StepUp" || name == "StepDown" {
      (name, modifiers) = (String(name.dropFirst(4)), 1)
    }
    let (event, code) = try #require(Self.named[name], "no key \(key)")
    // Return types a character, which other keys do not.
    let type = name == "Return" ? "keyDown" : "rawKeyDown"
    return try dispatch(
      [
        "key": event, "code": event, "windowsVirtualKeyCode": code, "modifiers": modifiers,
        "text": name == "Return" ? "\r" : "",
      ], type)
  }

  private func typeText(_ text: String) throws -> Chromium.Answer {
    let code = text.utf8.count == 1 ? text.uppercased().utf8.first.map(Int.init) ?? 0 : 0
    let isPlain = (48...57).contains(code) || (65...90).contains(code)
    return try dispatch(
      [
        "key": text, "text": text, "unmodifiedText": text,
        "windowsVirtualKeyCode": isPlain ? code : 0,
      ], "keyDown")
  }

  private func dispatch(_ event: [String: Any], _ type: String) throws -> Chromium.Answer {
    let method = "Input.dispatchKeyEvent"
    _ = try chromium.send(method, event.merging(["type": type]) { $1 }, to: session)
    var up = event
    (up["text"], up["unmodifiedText"], up["commands"]) = (nil, nil, nil)
    return try chromium.send(method, up.merging(["type": "keyUp"]) { $1 }, to: session)
  }

  func type(_ keys: String) throws { try type(keys, every: .milliseconds(50)) }

  func type(_ keys: String, every interval: Duration) throws {
    var (next, last) = (ContinuousClock.now, Chromium.Answer?.none)
    for key in Self.keys(keys) {
      let pause = next - .now
      if pause > .zero { usleep(UInt32(pause.components.attoseconds / 1_000_000_000_000)) }
      last = try press(key)
      next += interval
    }
    if let last { try chromium.wait(for: last, to: keys) }
  }

  /// Inserts a text at once, as dictation and input methods do.
  func insert(_ text: String) throws { try call("Input.insertText", ["text": text]) }

  /// Shows a text that an input method composes.
  func compose(_ text: String) throws {
    let end = text.utf16.count
    try call(
      "Input.imeSetComposition", ["text": text, "selectionStart": end, "selectionEnd": end])
  }

  func click(x: Double, y: Double, count: Int = 1) throws {
    for number in 1...count {
      for type in ["mousePressed", "mouseReleased"] {
        try call(
          "Input.dispatchMouseEvent",
          ["type": type, "x": x, "y": y, "button": "left", "clickCount": number])
      }
    }
  }
}
