package import Records
package import Replies

package struct RecordChange: Equatable {
  /// The maximum length of a value, in characters.
  private static let longestValue = 60

  package struct Difference: Equatable {
    package var property: Property
    package var old: Value?
    package var new: Value?

    package init(property: Property, old: Value?, new: Value?) {
      self.property = property
      self.old = old
      self.new = new
    }

    package var text: String { phrases().map(\.text).joined() }

    package func phrases(isRevealed: Bool = false) -> [Datum.Phrase] {
      func text(_ value: Value?) -> String {
        (value?.literal(of: property, isRevealed: isRevealed) ?? "nil")
          .shortened(to: RecordChange.longestValue)
      }
      return [
        Datum.Phrase(property.name.asName + " "), Datum.Phrase(text(old), .old),
        Datum.Phrase(" → "), Datum.Phrase(text(new), .new),
      ]
    }
  }

  package var id: RecordID
  /// The changed properties; empty for a deletion.
  package var differences: [Difference] = []
  package var lines: [String]

  package init(_ id: RecordID, _ differences: [Difference]) {
    self.id = id
    self.differences = differences
    lines = differences.map { "\(id) \($0.text)" }
  }

  package init(deleting id: RecordID, key: Value?, with others: String?) {
    self.id = id
    lines = [
      "\(id)" + (key.map { " " + $0.literal.shortened(to: Self.longestValue) } ?? "")
        + (others.map { " with \($0)" } ?? "")
    ]
  }

  package var values: [String: Value?] {
    Dictionary(uniqueKeysWithValues: differences.map { ($0.property.name, $0.new) })
  }
}

extension RecordChange {
  private struct UniqueValue: Hashable {
    package var type: String
    package var property: String
    package var value: Value

    package init(_ type: String, _ property: Property, _ value: Value) {
      self.type = type
      self.property = property.name
      self.value = property.distinction(of: value)
    }
  }

  /// Orders changes so that, if possible, a record gives up a unique value before another takes it.
  ///
  /// - Complexity: O(*n*) in the changes and their properties.
  package static func ordered(_ changes: [RecordChange]) -> [RecordChange] {
    var givers: [UniqueValue: Int] = [:]
    for (index, change) in changes.enumerated() {
      for difference in change.differences where difference.property.isDistinct {
        guard let old = difference.old else { continue }
        let type = change.id.type
        givers[UniqueValue(type, difference.property, old)] = index
      }
    }
    guard !givers.isEmpty else { return changes }
    func giversBefore(_ index: Int) -> [Int] {
      changes[index].differences.compactMap { difference in
        guard difference.property.isDistinct, let new = difference.new else { return nil }
        let type = changes[index].id.type
        return givers[UniqueValue(type, difference.property, new)]
      }
    }
    var order: [RecordChange] = []
    var isMet = changes.map { _ in false }
    for first in changes.indices where !isMet[first] {
      isMet[first] = true
      // Uses an explicit stack, because a chain can be as long as the list of records.
      var path = [(index: first, givers: giversBefore(first)[...])]
      while let last = path.indices.last {
        guard let giver = path[last].givers.popFirst() else {
          order.append(changes[path.removeLast().index])
          continue
        }
        guard !isMet[giver] else { continue }
        isMet[giver] = true
        path.append((giver, giversBefore(giver)[...]))
      }
    }
    return order
  }
}
