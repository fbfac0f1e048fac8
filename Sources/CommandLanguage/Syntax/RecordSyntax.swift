package enum RecordSyntax: Hashable, Sendable {
  /// By type and number, `Person/1`.
  case id(type: Name, number: Int)
  /// By its key, `Person["Ann"]`.
  case key(type: Name, value: Spanned<ValueSyntax>)
  /// By session name, `ann`.
  case name(Name)
}

/// The records of a type that meet a condition, `Person where age > 64`.
package struct RecordsSyntax: Hashable, Sendable {
  package var type: Name
  package var condition: ExpressionSyntax
}

/// A property of a type in a command, `Person.age`.
package struct PropertyNameSyntax: Hashable, Sendable {
  package var type: Name
  package var name: Name
}

/// A rule of a type in a command, `Person.grown`.
package struct RuleNameSyntax: Hashable, Sendable {
  package var type: Name
  package var name: Name
}
