internal import Replies
internal import Session
internal import Values

/// The address of a page, relative to the server's address: `/Member/12?at=7`.
struct PagePath: Hashable {
  struct Listing: Hashable {
    var find = ""
    var conditions: [ListCondition] = []
    var order: String?

    var query: String {
      var parts: [String] = []
      if !find.isEmpty { parts.append("find=" + find.percentEncoded) }
      if !conditions.isEmpty {
        parts.append("where=" + JSON.text(of: PageData.conditions(conditions)).percentEncoded)
      }
      if let order, !order.isEmpty { parts.append("order=" + order.percentEncoded) }
      return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
  }

  enum Place: Hashable {
    case home
    case page(Page)
    case nowhere
  }

  var place: Place
  var listing = Listing()
  /// The transaction after which the state is shown.
  var at: Int?

  init(_ text: String) {
    let target = RequestTarget(text, below: "")
    place = target.flatMap { Self.place($0.parts) } ?? .nowhere
    listing.find = target?.query["find"] ?? ""
    listing.order = target?.query["order"]
    if let conditions = target?.query["where"] {
      listing.conditions = TabMessage.conditions(conditions)
    }
    at = target?.query["at"].flatMap { Int($0.drop { $0 == "#" }) }
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

  /// Returns the address of a record printed by a formatter.
  static func print(_ id: RecordID, with formatter: String) -> String {
    "/-/print/\(id.type.percentEncoded)/\(id.number)?with=\(formatter.percentEncoded)"
  }
}

extension String {
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
