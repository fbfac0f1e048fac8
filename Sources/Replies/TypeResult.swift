package struct TypeResult: Hashable, Sendable {
  package struct Key: Hashable, Sendable {
    /// Whether the key changed the text, only moved or copied the selection, or was refused.
    package enum Outcome: String, Hashable, Sendable { case accepted, moved, rejected }

    package var key: String
    package var outcome: Outcome
    package var text: String
    /// The start of the selection after the key, in characters from 0.
    package var anchor: Int
    /// The caret after the key, in characters from 0.
    package var caret: Int
    package var incomplete: String?
    package var value: Datum
    package var rejection: String?

    package init(
      key: String, outcome: Outcome, text: String, anchor: Int, caret: Int, incomplete: String?,
      value: Datum, rejection: String?
    ) {
      self.key = key
      self.outcome = outcome
      self.text = text
      self.anchor = anchor
      self.caret = caret
      self.incomplete = incomplete
      self.value = value
      self.rejection = rejection
    }
  }

  package var field: String
  package var path: String
  package var text: String
  /// The start of the selection, in characters from 0.
  package var anchor: Int
  /// In characters, from 0.
  package var caret: Int
  package var incomplete: String?
  package var value: Datum
  package var literal: String
  package var isEditing: Bool
  /// The refused keys in order, including a refused Return.
  package var rejected: [KeyRejection]
  /// Every key, if a trace was requested.
  package var keys: [Key]?

  package init(
    field: String, path: String, text: String, anchor: Int, caret: Int, incomplete: String?,
    value: Datum, literal: String, isEditing: Bool, rejected: [KeyRejection], keys: [Key]?
  ) {
    self.field = field
    self.path = path
    self.text = text
    self.anchor = anchor
    self.caret = caret
    self.incomplete = incomplete
    self.value = value
    self.literal = literal
    self.isEditing = isEditing
    self.rejected = rejected
    self.keys = keys
  }
}

package struct KeyRejection: Hashable, Sendable {
  package var field: String
  package var key: String
  /// The position of the caret before the key.
  package var at: Int
  package var reason: String

  package init(field: String, key: String, at: Int, reason: String) {
    self.field = field
    self.key = key
    self.at = at
    self.reason = reason
  }
}
