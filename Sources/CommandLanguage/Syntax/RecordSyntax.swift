/// A record as it is spoken of.
package enum RecordSyntax: Hashable, Sendable {
  /// By type and number, `Person/1`.
  case id(type: Name, number: Int)
  /// By its key, `Person["Ann"]`.
  case key(type: Name, value: Spanned<ValueSyntax>)
  /// By a name of the session, `ann`.
  case name(Name)
}

/// The records of a type for which a condition holds, `Person where age > 64`.
package struct RecordsSyntax: Hashable, Sendable {
  /// The type of the records.
  package var type: Name
  /// What holds of them.
  package var condition: ExpressionSyntax
}

/// A property of a type as a command names it, `Person.age`.
package struct PropertyNameSyntax: Hashable, Sendable {
  /// The type whose property it is.
  package var type: Name
  /// The name of the property.
  package var name: Name
}

/// A rule of a type as a command names it, `Person.grown`.
package struct RuleNameSyntax: Hashable, Sendable {
  /// The type whose rule it is.
  package var type: Name
  /// What the rule is called.
  package var name: Name
}
