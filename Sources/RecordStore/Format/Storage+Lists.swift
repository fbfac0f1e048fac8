internal import Records

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Lists as JSON texts. Booleans, integers, durations in seconds, and numbers of at most 15 digits
/// are JSON values; all other items are strings.
extension Storage {
  func storedList(_ items: [Value]) -> SQLValue {
    guard case .list(let storage, _) = self else { return .null }
    return JSONItem.array(
      items.map { JSONItem(storage.stored($0), isBoolean: storage == .boolean) })
  }

  func list(_ text: String) -> Value? {
    switch self {
    case .items(let type):
      guard let numbers = Self.numbers(text) ?? decoded(text, as: Int.self) else { return nil }
      return .list(numbers.map { .reference(RecordID(type, $0)) })
    case .list(let storage, let kind):
      let scalars: [SQLValue]? =
        switch storage {
        case .integer, .seconds: decoded(text, as: Int.self)?.map(SQLValue.integer)
        case .boolean: decoded(text, as: Bool.self)?.map { .integer($0 ? 1 : 0) }
        case .double, .shortDecimal, .shortPercent:
          decoded(text, as: Double.self)?.map(SQLValue.real)
        case .text, .longDecimal, .longPercent, .written, .reference, .list, .items:
          decoded(text, as: String.self)?.map(SQLValue.text)
        }
      guard let scalars else { return nil }
      var items: [Value] = []
      items.reserveCapacity(scalars.count)
      // A text of another program keeps its Unicode normalization form.
      let isText = kind == .text
      for scalar in scalars {
        let fitting = storage.fitting(scalar)
        guard let item = isText ? fitting : fitting.flatMap(kind.converted) else { return nil }
        items.append(item)
      }
      return .list(items)
    default: return nil
    }
  }

  /// Fast path for lists without white space, as written by SQLite; returns nil for other lists.
  private static func numbers(_ text: String) -> [Int]? {
    guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") else {
      return nil
    }
    var numbers: [Int] = []
    for part in text.utf8.dropFirst().dropLast().split(separator: UInt8(ascii: ",")) {
      guard let number = Int(Substring(part)) else { return nil }
      numbers.append(number)
    }
    return numbers
  }

  private func decoded<Item: Decodable>(_ text: String, as type: Item.Type) -> [Item]? {
    // Empty lists are frequent, so they are recognized without a decoder.
    text == "[]" ? [] : try? JSONDecoder().decode([Item].self, from: Data(text.utf8))
  }
}

extension Value {
  /// Converts items to JSON for expressions in which the kind of the list is unknown.
  static func bound(_ items: [Value]) -> SQLValue {
    JSONItem.array(
      items.map { item in
        if case .boolean = item {
          JSONItem(item.bound, isBoolean: true)
        } else {
          JSONItem(item.bound)
        }
      })
  }
}

private struct JSONItem: Encodable {
  var value: SQLValue
  var isBoolean: Bool

  init(_ value: SQLValue, isBoolean: Bool = false) {
    self.value = value
    self.isBoolean = isBoolean
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .integer(let number) where isBoolean: try container.encode(number == 1)
    case .integer(let number): try container.encode(number)
    case .real(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .null, .blob: try container.encodeNil()
    }
  }

  static func array(_ items: [JSONItem]) -> SQLValue {
    guard !items.isEmpty else { return .text("[]") }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try? encoder.encode(items)
    return data.map { .text(String(decoding: $0, as: UTF8.self)) } ?? .null
  }
}
