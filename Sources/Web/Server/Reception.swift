internal import NIOCore
internal import NIOHTTP1

struct Response: Sendable {
  var status: HTTPResponseStatus
  var headers: [(String, String)]
  var body: ByteBuffer

  init(
    _ status: HTTPResponseStatus, _ headers: [(String, String)] = [],
    policy: String = Response.policy, type: String = "text/plain; charset=utf-8",
    body: ByteBuffer? = nil
  ) {
    self.status = status
    self.body = body ?? ByteBuffer(string: "\(status.code) \(status.reasonPhrase)\n")
    self.headers =
      headers + [
        ("Content-Type", type), ("Content-Length", "\(self.body.readableBytes)"),
        ("Content-Security-Policy", policy), ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Connection", "close"),
      ]
  }

  init(html: String, _ status: HTTPResponseStatus = .ok, policy: String = Response.policy) {
    self.init(
      status, policy: policy, type: "text/html; charset=utf-8", body: ByteBuffer(string: html))
  }

  static let policy = """
    default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
    """
  static let printPolicy = """
    sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:
    """
}

enum Answer: Sendable {
  case response(Response)
  case printout([String], formatter: String?, PageVisitor)
  case socket(PageVisitor)
}

/// Answers requests by their heads only.
final class Reception: Sendable {
  let gate: Gate
  private let page: Response
  private let files: [String: Response]

  init(_ gate: Gate) {
    self.gate = gate
    // The page refers to the other files of the web client by absolute paths.
    let html = String(decoding: PackageResources.index_html, as: UTF8.self)
      .replacing("\"/-/", with: "\"\(gate.prefix)/-/")
    page = Response(html: html)
    func file(_ bytes: [UInt8], _ type: String) -> Response {
      Response(.ok, type: type, body: ByteBuffer(bytes: bytes))
    }
    func script(_ bytes: [UInt8]) -> Response { file(bytes, "text/javascript; charset=utf-8") }
    files = [
      "app.js": script(PackageResources.app_js), "field.js": script(PackageResources.field_js),
      "form.js": script(PackageResources.form_js), "link.js": script(PackageResources.link_js),
      "history.js": script(PackageResources.history_js),
      "screen.js": script(PackageResources.screen_js),
      "app.css": file(PackageResources.app_css, "text/css; charset=utf-8"),
      "icon.svg": file(PackageResources.icon_svg, "image/svg+xml"),
    ]
  }

  static let socketPath = "/-/ws"

  func isForSocket(_ head: HTTPRequestHead) -> Bool {
    head.uri.hasPrefix(gate.prefix + Self.socketPath)
  }

  func answer(to head: HTTPRequestHead) -> Answer {
    guard let origin = gate.origin(of: head) else {
      return .response(Response(.misdirectedRequest))
    }
    guard head.method == .GET || head.method == .HEAD else {
      return .response(Response(.methodNotAllowed, [("Allow", "GET, HEAD")]))
    }
    let lengths = head.headers["content-length"]
    guard !head.headers.contains(name: "transfer-encoding"), lengths.allSatisfy({ $0 == "0" })
    else { return .response(Response(.payloadTooLarge)) }
    guard let target = RequestTarget(head.uri, below: gate.prefix) else {
      return .response(Response(.notFound))
    }
    let visitor = gate.visitor(head, tab: target.query["tab"] ?? "")
    if target.parts.isEmpty, let token = target.query["token"], head.method == .GET,
      gate.redeem(token) || visitor != nil
    {
      let headers = [("Location", gate.prefix + "/"), ("Set-Cookie", gate.cookie(for: head))]
      return .response(Response(.seeOther, headers))
    }
    guard let visitor else { return .response(refusal(head)) }
    return answer(target.parts, target.query, visitor, head, from: origin)
  }

  private func answer(
    _ parts: [String], _ query: [String: String], _ visitor: PageVisitor, _ head: HTTPRequestHead,
    from origin: String
  ) -> Answer {
    guard parts.first == "-" else {
      return .response(parts.count < 3 ? page : Response(.notFound))
    }
    switch (parts.dropFirst().first, parts.count) {
    case ("ws", 2):
      guard head.headers.only("origin") == origin else { return .response(Response(.forbidden)) }
      guard head.method == .GET, head.headers[canonicalForm: "upgrade"].contains("websocket") else {
        return .response(Response(.upgradeRequired, [("Upgrade", "websocket")]))
      }
      return .socket(visitor)
    case ("print", 3...):
      return .printout(Array(parts.dropFirst(2)), formatter: query["with"], visitor)
    case ("log", 2), ("type", 3), ("history", 4): return .response(page)
    case (let name?, 2): return .response(files[name] ?? Response(.notFound))
    default: return .response(Response(.notFound))
    }
  }

  /// Returns the page for a browser that is not signed in.
  ///
  /// Browsers omit the cookie if a link on another site leads here; the page then reloads itself.
  private func refusal(_ head: HTTPRequestHead) -> Response {
    let path = head.uri.prefix { $0 != "?" }.map { #"<>"&'"#.contains($0) ? "" : String($0) }
      .joined()
    let isLed = head.headers.only("sec-fetch-site") == "cross-site"
    let refresh = isLed ? #"<meta http-equiv="refresh" content="0;url=\#(path)">"# : ""
    return Response(
      html: """
        <!doctype html><meta charset="utf-8"><title>workbench</title>\(refresh)
        <p>This browser is not signed in.
        <p>Open the address that <code>workbench serve</code> printed. Each address works once, \
        within 10 minutes.
        <p><code>workbench serve --again DATABASE</code> prints a new address.
        <p><a href="\(path)">Try again</a>

        """, .forbidden)
  }
}
