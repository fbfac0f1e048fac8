internal import FoundationEssentials
internal import NIOCore
internal import NIOHTTP1
internal import Synchronization

/// Checks access by host, token, cookie and user, and issues tokens and cookies.
final class Gate: Sendable {
  private let port: Int
  private let isSocketFile: Bool
  private let proxy: ProxyAddress?
  private let userHeader: String?
  private let secret: String
  private let tokenLife: TimeAmount

  private struct Token {
    var text: String
    var end: NIODeadline
  }

  /// Unused tokens. Accessed by the event loop and by threads that request a token.
  private let tokens = Mutex<[Token]>([])

  init(_ options: ServerOptions, port: Int) {
    self.port = port
    isSocketFile = if case .socket = options.place { true } else { false }
    (proxy, secret) = (options.proxy, options.secret)
    userHeader = options.userHeader
    tokenLife = TimeAmount(options.limits.tokenLife)
  }

  /// The path of the pages, without a final slash.
  var prefix: String { proxy?.path ?? "" }

  private func isSecure(_ head: HTTPRequestHead) -> Bool {
    proxy?.isSecure == true && head.headers.only("host") == proxy?.host
  }

  /// Browsers send a cookie to all ports of a host, so the name contains the port.
  private func cookieName(_ head: HTTPRequestHead) -> String {
    (isSecure(head) ? "__Host-" : "") + "workbench-\(port)"
  }

  /// The origin of the pages at the request's host; nil if the server does not serve that host.
  func origin(of head: HTTPRequestHead) -> String? {
    guard let host = head.headers.only("host") else { return nil }
    if host == proxy?.host { return proxy?.origin }
    let hosts = ["127.0.0.1", "localhost", "[::1]"]
    let isOurs = hosts.contains { host == "\($0):\(port)" || port == 80 && host == $0 }
    return isOurs ? "http://" + host : nil
  }

  /// Whether the proxy names the users; then no tokens are needed at its address.
  var isProxied: Bool { isSocketFile && userHeader != nil }

  func newToken() -> String {
    let token = Token(text: Self.random(), end: .now() + tokenLife)
    tokens.withLock { tokens in
      tokens.removeAll { $0.end <= .now() }
      // Only the newest tokens stay valid.
      tokens = tokens.suffix(15) + [token]
    }
    return token.text
  }

  func redeem(_ text: String) -> Bool {
    tokens.withLock { tokens in
      guard let index = tokens.firstIndex(where: { $0.text.isSame(as: text) }) else { return false }
      return tokens.remove(at: index).end > .now()
    }
  }

  func cookie(for head: HTTPRequestHead) -> String {
    "\(cookieName(head))=\(secret); HttpOnly; SameSite=Strict; Path=/"
      + (isSecure(head) ? "; Secure" : "")
  }

  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<18).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
  }

  /// - Returns: Nil if the proxy must name the user and does not; otherwise nil if the cookie is
  ///   missing or wrong.
  func visitor(_ head: HTTPRequestHead, tab: String) -> PageVisitor? {
    var user: String?
    if let userHeader, isProxied, head.headers.only("host") == proxy?.host {
      user = head.headers.only(userHeader)
      guard user?.allSatisfy(\.isWhitespace) == false else { return nil }
    } else {
      guard hasCookie(head) else { return nil }
    }
    return PageVisitor(tab: tab, user: user, languages: Self.languages(head.headers))
  }

  private func hasCookie(_ head: HTTPRequestHead) -> Bool {
    let name = cookieName(head)
    return head.headers["cookie"].flatMap { $0.split(separator: ";") }.contains { cookie in
      let pair = cookie.split(separator: "=", maxSplits: 1)
      return pair.count == 2 && pair[0].drop { $0 == " " } == name
        && String(pair[1]).isSame(as: secret)
    }
  }

  private static func languages(_ headers: HTTPHeaders) -> [String] {
    let items = headers[canonicalForm: "accept-language"].prefix(20).compactMap { item in
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map {
        Double($0.dropFirst(2)) ?? 0
      }
      return parts.first.map { (name: $0, weight: weight ?? 1) }
    }
    return items.filter { $0.weight > 0 }.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
      .map(\.element.name)
  }
}

extension HTTPHeaders {
  func only(_ name: String) -> String? {
    let values = self[name]
    return values.count == 1 ? values[0] : nil
  }
}

extension String {
  /// Compares in constant time for texts of equal length, so that timing reveals nothing about a
  /// secret.
  fileprivate func isSame(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
