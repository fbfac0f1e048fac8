import Foundation
import Testing

/// The browsers that tests can type into.
enum Browser: String {
  case chromium, firefox, webkit

  /// The names in `WORKBENCH_BROWSERS`, with commas between them. Chromium alone if it is not set.
  static let chosen: [Browser] = {
    let names = ProcessInfo.processInfo.environment["WORKBENCH_BROWSERS"] ?? "chromium"
    return names.split(separator: ",").map { name in
      guard let browser = Browser(rawValue: String(name)) else {
        preconditionFailure("WORKBENCH_BROWSERS: no browser \(name)")
      }
      return browser
    }
  }()

  /// - Parameter proxy: The port of a SOCKS proxy through which everything is loaded.
  func page(width: Int, through proxy: UInt16) throws -> any BrowserPage {
    switch self {
    case .chromium: try ChromiumPage(width: width, through: proxy)
    case .firefox, .webkit: try WebDriverPage(self, through: proxy)
    }
  }
}

struct BrowserFailure: Error, CustomStringConvertible {
  var description: String
}

/// A page of a browser, with cookies and a connection of its own.
protocol BrowserPage: AnyObject {
  func close()
  func go(to address: String) throws
  /// Evaluates an expression in JavaScript, and waits for its promise.
  @discardableResult func evaluate(_ script: String) throws -> Any?
  /// Types keys in the syntax of `type`, 20 a second, as a fast typist does.
  func type(_ keys: String) throws
  /// The errors of scripts so far.
  func errors() throws -> [String]
  /// The function that imports a module as the page's own scripts do.
  var importer: String { get }
}

extension BrowserPage {
  var importer: String { "import" }

  func text(_ script: String) throws -> String { try evaluate(script) as? String ?? "" }

  func isTrue(_ condition: String) throws -> Bool {
    let answer = try evaluate("!!(\(condition))")
    return answer as? Bool == true
  }

  /// Waits until a condition in JavaScript holds.
  func wait(
    for condition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let end = ContinuousClock.now + .seconds(60)
    var reason = "it is false"
    while ContinuousClock.now < end {
      do {
        if try isTrue(condition) { return }
      } catch {
        // The page may just be loading.
        reason = "\(error)"
      }
      usleep(10_000)
    }
    let log = (try? errors()) ?? []
    let shown = (try? text("document.body.innerText")) ?? ""
    let everything = ([reason] + log + [shown]).joined(separator: "\n")
    Issue.record("never: \(condition)\n\(everything)", sourceLocation: sourceLocation)
    throw BrowserFailure(description: "never: \(condition)")
  }
}
