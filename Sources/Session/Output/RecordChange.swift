internal import Records
internal import Replies

/// What becomes of one record of those that a command changes together.
struct RecordChange: Equatable {
  /// The most characters that are shown of a value.
  private static let longestValue = 60

  /// A property with the value it has and the one it is to get.
  struct Difference: Equatable {
    var property: Property
    var old: Value?
    var new: Value?

    /// The difference as a person is shown it.
    var text: String { phrases().map(\.text).joined() }

    /// The parts of that text.
    ///
    /// - Parameter isRevealed: whether what is masked is shown in full.
    func phrases(isRevealed: Bool = false) -> [Datum.Phrase] {
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

  var id: RecordID
  /// None for a record that is deleted.
  var differences: [Difference] = []
  /// The lines that say what becomes of it.
  var lines: [String]

  /// The change of a record's properties.
  init(_ id: RecordID, _ differences: [Difference]) {
    self.id = id
    self.differences = differences
    lines = differences.map { "\(id) \($0.text)" }
  }

  /// The end of a record, whose key tells which it is, and of others that go with it.
  init(deleting id: RecordID, key: Value?, with others: String?) {
    self.id = id
    lines = [
      "\(id)" + (key.map { " " + $0.literal.shortened(to: Self.longestValue) } ?? "")
        + (others.map { " with \($0)" } ?? "")
    ]
  }

  /// The values the record is to get.
  var values: [String: Value?] {
    Dictionary(uniqueKeysWithValues: differences.map { ($0.property.name, $0.new) })
  }
}

extension RecordChange {
  /// A value of a property that no two records may have.
  private struct UniqueValue: Hashable {
    var type: String
    var property: String
    var value: Value

    init(_ type: String, _ property: Property, _ value: Value) {
      self.type = type
      self.property = property.name
      self.value = property.distinction(of: value)
    }
  }

  /// The changes in an order in which a record gives up a unique value before another one takes it,
  /// as far as there is one; otherwise as they are.
  ///
  /// - Complexity: O(*n*) in the changes and their properties.
  static func ordered(_ changes: [RecordChange]) -> [RecordChange] {
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
      // A stack of our own: a chain may be as long as there are records.
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
