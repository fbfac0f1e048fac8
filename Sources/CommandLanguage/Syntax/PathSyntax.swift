internal import Values

/// A property of a record or an item of a list, for example `ann.boss.name` or
/// `show.reviews[0].rating`.
package struct PathSyntax: Hashable, Sendable {
  package var record: Spanned<RecordSyntax>
  /// The steps; never empty.
  package var steps: [PathStep]

  package init(record: Spanned<RecordSyntax>, steps: [PathStep]) {
    (self.record, self.steps) = (record, steps)
  }

  package var span: SourceSpan {
    SourceSpan(from: record.span, to: steps.last?.span ?? record.span)
  }
}

/// A property in a path, or an item of a list property, for example `.reviews[0]`.
package struct PathStep: Hashable, Sendable {
  package var name: Name
  /// The index of an item, zero-based; nil for the property itself.
  package var index: Spanned<Int>?
  /// The span, including the square brackets.
  package var span: SourceSpan

  /// - Parameter span: By default, ends with `index`, before the closing bracket.
  package init(name: Name, index: Spanned<Int>? = nil, span: SourceSpan? = nil) {
    (self.name, self.index) = (name, index)
    self.span = span ?? SourceSpan(from: name.span, to: index?.span ?? name.span)
  }
}

/// A session name with any properties, for example `:ann.age`.
package struct SessionPath: Hashable, Sendable {
  /// The names; never empty.
  package var names: [Name]
  /// The span, including the colon.
  package var span: SourceSpan

  package init(names: [Name], span: SourceSpan) {
    (self.names, self.span) = (names, span)
  }
}

/// A label, field or form, for example `age`, `editor.age` or `editor.reviews[0].rating`.
package struct InteractorSyntax: Hashable, Sendable {
  /// The name of the interactor, or of the form that contains it.
  package var name: Name
  /// The path within the form; empty for an interactor with its own name.
  package var steps: [PathStep]

  package init(name: Name, steps: [PathStep] = []) {
    (self.name, self.steps) = (name, steps)
  }

  package var span: SourceSpan { SourceSpan(from: name.span, to: steps.last?.span ?? name.span) }

  package var text: String {
    steps.reduce(into: name.value.asName) { text, step in
      text += "." + step.name.value.asName
      if let index = step.index { text += "[\(index.value)]" }
    }
  }
}

package enum RecordSyntax: Hashable, Sendable {
  /// `Person/1`
  case id(type: Name, number: Int)
  /// `Person["Ann"]`
  case key(type: Name, value: Spanned<ValueSyntax>)
  /// `ann`
  case name(Name)
}

/// `Person where age > 64`
package struct RecordsSyntax: Hashable, Sendable {
  package var type: Name
  package var condition: ExpressionSyntax
}

/// `Person.age`
package struct PropertyNameSyntax: Hashable, Sendable {
  package var type: Name
  package var name: Name
}

/// `Person.grown`
package struct RuleNameSyntax: Hashable, Sendable {
  package var type: Name
  package var name: Name
}
