/// A pattern of `ulike`: `%` matches any number of characters, `_` matches one. Case is ignored.
final class LikePattern {
  private enum Item: Equatable {
    case scalar(Unicode.Scalar)
    case one
    case any
  }

  let escape: Unicode.Scalar?
  private let items: [Item]

  init(_ pattern: String, escape: Unicode.Scalar?) {
    self.escape = escape
    var items: [Item] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if isEscaped {
        items += Self.folded(scalar)
        isEscaped = false
      } else if scalar == escape {
        isEscaped = true
      } else if scalar == "%" {
        if items.last != .any { items.append(.any) }
      } else if scalar == "_" {
        items.append(.one)
      } else {
        items += Self.folded(scalar)
      }
    }
    self.items = items
  }

  private static func folded(_ scalar: Unicode.Scalar) -> [Item] {
    scalar.properties.lowercaseMapping.unicodeScalars.map { .scalar($0) }
  }

  /// - Complexity: O(*n* × *m*) in the lengths of the text and the pattern.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.lowercased().unicodeScalars)
    var place = 0
    var item = 0
    // The position to retry from, one character later, if the part after the last `%` does not
    // match.
    var retry: (item: Int, place: Int)?
    while place < scalars.count {
      if item < items.count, items[item] == .any {
        retry = (item + 1, place)
        item += 1
      } else if item < items.count, items[item] == .one || items[item] == .scalar(scalars[place]) {
        item += 1
        place += 1
      } else if let last = retry {
        retry = (last.item, last.place + 1)
        item = last.item
        place = last.place + 1
      } else {
        return false
      }
    }
    while item < items.count, items[item] == .any { item += 1 }
    return item == items.count
  }
}
