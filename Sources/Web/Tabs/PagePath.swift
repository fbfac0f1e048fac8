internal import Session
internal import Values

/// An address of a page, relative to the server's: `/Member/12?at=#7`.
struct PagePath: Hashable {
  enum Place: Hashable {
    /// The first page.
    case home
    case page(Page)
    /// No page has the address.
    case nowhere
  }

  var place: Place
  var find: String?
  /// A transaction, for the state after it.
  var at: Int?

  init(_ text: String) {
    let text = text.prefix { $0 != "#" }
    let halves = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves.first?.split(separator: "/").map(String.init(percentEncoded:)) ?? []
    place = Self.place(parts) ?? .nowhere
    for item in (halves.count > 1 ? halves[1] : "").split(separator: "&") {
      let pair = item.split(separator: "=", maxSplits: 1).map(String.init(percentEncoded:))
      guard pair.count == 2 else { continue }
      switch pair[0] {
      case "find": find = pair[1]
      case "at": at = Int(pair[1].drop { $0 == "#" })
      default: break
      }
    }
  }

  private static func place(_ parts: [String]) -> Place? {
    switch (parts.first, parts.count) {
    case (nil, _): return .home
    case ("-", 2) where parts[1] == "log": return .page(.log)
    case ("-", 3) where parts[1] == "type": return .page(.type(parts[2]))
    case ("-", 4) where parts[1] == "history":
      return record(parts[2], parts[3]).map { .page(.history($0)) }
    case ("-", _): return nil
    case (let name?, 1): return .page(.screen(name))
    case (let type?, 2): return record(type, parts[1]).map { .page(.record($0)) }
    default: return nil
    }
  }

  private static func record(_ type: String, _ number: String) -> RecordID? {
    Int(number).flatMap { $0 > 0 ? RecordID(type, $0) : nil }
  }

  static func text(of page: Page) -> String {
    switch page {
    case .screen(let name): "/" + name.percentEncoded
    case .record(let id): "/\(id.type.percentEncoded)/\(id.number)"
    case .type(let name): "/-/type/" + name.percentEncoded
    case .log: "/-/log"
    case .history(let id): "/-/history/\(id.type.percentEncoded)/\(id.number)"
    }
  }
}

extension String {
  /// Decodes a part of an address; an invalid escape stays as it is.
  init(percentEncoded text: Substring) {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(Substring(digits), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    self.init(decoding: bytes, as: UTF8.self)
  }

  /// The text as a part of an address.
  var percentEncoded: String {
    utf8.reduce(into: "") { encoded, byte in
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      if isLetter || byte.isDigit || "-._~".utf8.contains(byte) {
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        encoded += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }
}
