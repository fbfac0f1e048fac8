/// What became of the keys sent to a field.
package struct TypeResult: Hashable, Sendable {
  /// What became of one key.
  package struct Key: Hashable, Sendable {
    /// Whether a key was taken, only moved or copied the selection, or was refused.
    package enum Outcome: String, Hashable, Sendable { case accepted, moved, rejected }

    /// The key as the output names it, such as `4` or `<BS>`.
    package var key: String
    /// What the field made of the key.
    package var outcome: Outcome
    /// The text displayed after the key.
    package var text: String
    /// Where the selection began after the key, counted in characters from 0.
    package var anchor: Int
    /// Where the caret stood after the key, counted in characters from 0.
    package var caret: Int
    /// Why Return would be refused; nil where it would not.
    package var incomplete: String?
    /// The value of the property after the key.
    package var value: Datum
    /// Why the key was refused.
    package var rejection: String?

    /// Makes what became of a key.
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

  /// The name of the field.
  package var field: String
  /// The property, as a command writes it.
  package var path: String
  /// The text displayed when all keys were sent.
  package var text: String
  /// Where the selection begins, counted in characters from 0.
  package var anchor: Int
  /// Where the caret is, counted in characters from 0.
  package var caret: Int
  /// Why Return would be refused; nil where it would not.
  package var incomplete: String?
  /// The value of the property when all keys were sent.
  package var value: Datum
  /// The value as a command writes it.
  package var literal: String
  /// Whether an editing is still under way.
  package var isEditing: Bool
  /// The keys that were refused, in their order, a refused Return among them.
  package var rejected: [KeyRejection]
  /// Each key, where a trace was asked for.
  package var keys: [Key]?

  /// Makes what became of some keys.
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

/// A key that a field refused.
package struct KeyRejection: Hashable, Sendable {
  /// The name of the field that refused the key.
  package var field: String
  /// The key as it was written.
  package var key: String
  /// The place of the caret when the key came.
  package var at: Int
  /// Why the key was refused, for a person.
  package var reason: String

  /// Makes the refusal of a key.
  package init(field: String, key: String, at: Int, reason: String) {
    self.field = field
    self.key = key
    self.at = at
    self.reason = reason
  }
}
