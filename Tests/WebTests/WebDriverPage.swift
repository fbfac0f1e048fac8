import Foundation
import Testing

/// A page of Firefox or WebKitGTK, driven by the commands of W3C WebDriver.
///
/// Each page has a browser of its own, which ends with the page. There is one at a time, because
/// each is as large as Chromium with all its pages.
final class WebDriverPage: BrowserPage {
  private enum Command: String {
    case newSession = "NewSession"
    case navigate = "Navigate"
    case execute = "ExecuteAsyncScript"
    case perform = "PerformActions"

    /// The address below that of a session.
    var path: String {
      switch self {
      case .newSession: ""
      case .navigate: "/url"
      case .execute: "/execute/async"
      case .perform: "/actions"
      }
    }
  }

  private static let turn = DispatchSemaphore(value: 1)

  private let browser: Browser
  private let folder: String
  /// The browser runs until this end of a pipe is closed.
  private let lifeline: Int32
  private var port = 0
  /// The connection to Firefox, which has one for all commands.
  private var marionette: ServerClient?
  private var session = ""
  private var isOpen = true

  /// - Parameter proxy: The port of a SOCKS proxy through which everything is loaded.
  init(_ browser: Browser, through proxy: UInt16) throws {
    for name in browser == .firefox ? ["firefox-esr"] : ["WebKitWebDriver", "Xvfb"] {
      guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(name)") else {
        throw BrowserFailure(
          description: "\(name) is missing: CONTRIBUTING.md says what to install")
      }
    }
    Self.turn.wait()
    self.browser = browser
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("\(browser)-\(UUID().uuidString.prefix(8))").path
    var ends = [Int32](repeating: -1, count: 2)
    let code = pipe(&ends) == 0 ? 0 : errno
    lifeline = ends[1]
    // From here on an error closes the page.
    guard code == 0 else { throw Chromium.Failure.spawning(code) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { Glibc.close(ends[0]) }
    let words: [String]
    if browser == .firefox {
      words = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", folder]
    } else {
      port = try ServedProgram.freePort()
      words = ["/bin/sh", "-c", Self.webkit, "\(port)"]
    }
    try BrowserProcess.spawn(
      Self.script, [folder, Self.preferences(proxy)] + words, with: [ends[0]])
    try connect()
    // Firefox has its proxy in the preferences, WebKitGTK has none but in the arguments.
    let arguments = ["--automation", "--proxy=socks5://127.0.0.1:\(proxy)"]
    let options = browser == .webkit ? ["webkitgtk:browserOptions": ["args": arguments]] : [:]
    let answer = try call(.newSession, ["capabilities": ["alwaysMatch": options]])
    session = (answer as? [String: Any])?["sessionId"] as? String ?? ""
  }

  deinit { close() }

  func close() {
    guard isOpen else { return }
    isOpen = false
    marionette = nil
    Glibc.close(lifeline)
    Self.turn.signal()
  }

  // MARK: The process

  /// Runs a browser with all its processes in a session of their own, until the pipe is closed.
  private static let script = """
    mkdir -m 700 "$0" && cd "$0" || exit
    printf %s "$1" >user.js
    shift
    export HOME="$0" GDK_BACKEND=x11 NO_AT_BRIDGE=1 DBUS_SESSION_BUS_ADDRESS=disabled:
    export MOZ_CRASHREPORTER_DISABLE=1
    setsid "$@" 3<&- >log 2>&1 &
    cat <&3
    # Xvfb removes its lock if it may.
    kill -s TERM -- -$!
    sleep 1
    kill -s KILL -- -$!
    wait
    cd / && rm -rf "$0"
    """
  private static let webkit = """
    Xvfb -displayfd 1 -screen 0 1000x800x24 -nolisten tcp >display &
    until [ -s display ]; do sleep 0.1; done
    DISPLAY=:$(cat display) exec WebKitWebDriver --port="$0"
    """

  private static func preferences(_ proxy: UInt16) -> String {
    """
    user_pref("marionette.port", 0);
    user_pref("network.proxy.type", 1);
    user_pref("network.proxy.socks", "127.0.0.1");
    user_pref("network.proxy.socks_port", \(proxy));
    user_pref("network.proxy.allow_hijacking_localhost", true);

    """
  }

  /// Waits until the browser can be connected to.
  private func connect() throws {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      if browser == .firefox {
        let text = try? String(contentsOfFile: folder + "/MarionetteActivePort", encoding: .utf8)
        port = text.flatMap { Int($0) } ?? 0
      }
      if port > 0, let client = try? ServerClient(port: port) {
        guard browser == .firefox else { return }
        marionette = client
        // It says what it is.
        _ = try client.packet()
        return
      }
      usleep(50_000)
    }
    let log = (try? String(contentsOfFile: folder + "/log", encoding: .utf8)) ?? ""
    throw BrowserFailure(description: "\(browser) cannot be started: \(log)")
  }

  // MARK: Commands

  @discardableResult
  private func call(_ command: Command, _ body: [String: Any]) throws -> Any? {
    guard let marionette else {
      let data = try JSONSerialization.data(withJSONObject: body)
      let client = try ServerClient(port: port)
      let head = """
        POST /session\(session.isEmpty ? "" : "/\(session)")\(command.path) HTTP/1.1
        Host: 127.0.0.1:\(port)
        Connection: close
        Content-Type: application/json
        Content-Length: \(data.count)


        """
      client.send(Array(head.replacing("\n", with: "\r\n").utf8) + data)
      let reply = try client.reply()
      guard reply.status == 200 else { throw BrowserFailure(description: reply.body) }
      return try Self.value(JSONSerialization.jsonObject(with: Data(reply.body.utf8)))
    }
    let data = try JSONSerialization.data(
      withJSONObject: [0, 0, "WebDriver:\(command.rawValue)", body] as [Any])
    marionette.send(Array("\(data.count):".utf8) + data)
    let answer = try JSONSerialization.jsonObject(with: Data(marionette.packet())) as? [Any] ?? []
    try #require(answer.count == 4)
    if let error = answer[2] as? [String: Any] { throw BrowserFailure(description: "\(error)") }
    return Self.value(answer[3])
  }

  private static func value(_ answer: Any) -> Any? { (answer as? [String: Any])?["value"] }

  func go(to address: String) throws {
    try call(.navigate, ["url": address])
    try evaluate(
      """
      window.faults = [],
      addEventListener("error", event => faults.push(event.message)),
      addEventListener("unhandledrejection", event => faults.push(String(event.reason))), 0
      """)
    if browser == .firefox {
      try call(.execute, ["script": Self.sharing, "args": [], "sandbox": "system"])
    }
  }

  /// Scripts of Marionette have modules of their own, and only a debugger can evaluate in the page.
  private static let sharing = """
    const { addDebuggerToGlobal } =
      ChromeUtils.importESModule("resource://gre/modules/jsdebugger.sys.mjs");
    const system = Services.scriptSecurityManager.getSystemPrincipal();
    const sandbox = Cu.Sandbox(system, { freshCompartment: true });
    addDebuggerToGlobal(sandbox);
    const page = new sandbox.Debugger(window);
    page.makeGlobalObjectReference(window)
      .executeInGlobal("window.importShared = name => import(name)");
    page.removeAllDebuggees();
    arguments[arguments.length - 1](0);
    """
  var importer: String { browser == .firefox ? "importShared" : "import" }

  @discardableResult
  func evaluate(_ script: String) throws -> Any? {
    let body = """
      const end = arguments[arguments.length - 1];
      new Promise(take => take((\(script)))).then(value => end({ value }), error => end(String(error)));
      """
    // Firefox runs scripts in a sandbox unless there is none.
    let answer = try call(.execute, ["script": body, "args": [], "sandbox": NSNull()])
    guard let object = answer as? [String: Any] else {
      throw BrowserFailure(description: "\(answer ?? "no answer")")
    }
    return object["value"]
  }

  func errors() throws -> [String] { try evaluate("faults") as? [String] ?? [] }

  // MARK: Keys

  private static let named: [String: String] = [
    "BS": "\u{E003}", "Tab": "\u{E004}", "Return": "\u{E006}", "Esc": "\u{E00C}", "End": "\u{E010}",
    "Home": "\u{E011}", "Left": "\u{E012}", "Up": "\u{E013}", "Right": "\u{E014}",
    "Down": "\u{E015}", "Del": "\u{E017}",
  ]
  private static let (shift, control) = ("\u{E008}", "\u{E009}")

  func type(_ keys: String) throws {
    var actions: [[String: Any]] = []
    for key in ChromiumPage.keys(keys) {
      let values = try Self.values(key)
      actions += values.map { ["type": "keyDown", "value": $0] }
      actions += values.reversed().map { ["type": "keyUp", "value": $0] }
      // With the key itself these are 50 ms.
      actions.append(["type": "pause", "duration": 45])
    }
    let source: [String: Any] = ["type": "key", "id": "keyboard", "actions": actions]
    try call(.perform, ["actions": [source]])
  }

  /// The keys that are down together.
  private static func values(_ key: String) throws -> [String] {
    guard key.count > 1, key.hasPrefix("<"), key.hasSuffix(">") else { return [key] }
    let name = String(key.dropFirst().dropLast())
    if let letter = ChromiumPage.withControl[name] { return [control, String(letter)] }
    let isShifted = name.hasPrefix("S-")
    let value = try #require(named[isShifted ? String(name.dropFirst(2)) : name], "no key \(key)")
    return isShifted ? [shift, value] : [value]
  }
}
