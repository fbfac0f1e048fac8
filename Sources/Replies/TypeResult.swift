package struct TypeResult: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    package enum Outcome: String, Hashable, Sendable { case accepted, moved, rejected }

    package var key: String
    package var outcome: Outcome
    package var text: String
    /// In characters, from 0.
    package var anchor: Int
    package var caret: Int
    package var incomplete: String?
    package var value: Datum
    package var rejection: String?

    package init(
      key: String, outcome: Outcome, text: String, anchor: Int, caret: Int, incomplete: String?,
      value: Datum, rejection: String?
    ) {
      (self.key, self.outcome, self.rejection) = (key, outcome, rejection)
      (self.text, self.anchor, self.caret) = (text, anchor, caret)
      (self.incomplete, self.value) = (incomplete, value)
    }
  }

  package var field: String
  package var path: String
  package var text: String
  /// In characters, from 0.
  package var anchor: Int
  package var caret: Int
  package var incomplete: String?
  package var value: Datum
  package var literal: String
  package var isEditing: Bool
  /// The rejected keys in typing order, including a refused Return.
  package var rejected: [KeyRejection]
  /// The trace of the keys; nil if not requested.
  package var keys: [Key]?

  package init(
    field: String, path: String, text: String, anchor: Int, caret: Int, incomplete: String?,
    value: Datum, literal: String, isEditing: Bool, rejected: [KeyRejection], keys: [Key]?
  ) {
    (self.field, self.path, self.isEditing) = (field, path, isEditing)
    (self.text, self.anchor, self.caret) = (text, anchor, caret)
    (self.incomplete, self.value, self.literal) = (incomplete, value, literal)
    (self.rejected, self.keys) = (rejected, keys)
  }
}

package struct KeyRejection: Hashable, Sendable {
  package var field: String
  package var key: String
  /// In characters, from 0.
  package var at: Int
  package var reason: String

  package init(field: String, key: String, at: Int, reason: String) {
    (self.field, self.key, self.at, self.reason) = (field, key, at, reason)
  }
}
