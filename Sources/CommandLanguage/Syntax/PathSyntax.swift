internal import Values

/// A property of a record or an item of it, such as `ann.age`, `ann.boss.name` and
/// `show.reviews[0].rating`.
package struct PathSyntax: Hashable, Sendable {
  /// The record.
  package var record: Spanned<RecordSyntax>
  /// The properties on the way, at least one.
  package var steps: [PathStep]

  /// Makes the path from `record` along `steps`.
  package init(record: Spanned<RecordSyntax>, steps: [PathStep]) {
    self.record = record
    self.steps = steps
  }

  /// The place of all of it.
  package var span: SourceSpan {
    SourceSpan(from: record.span, to: steps.last?.span ?? record.span)
  }
}

/// A property on the way to another, or an item of one that is a list: `.reviews[0]`.
package struct PathStep: Hashable, Sendable {
  /// The property.
  package var name: Name
  /// The place of the item, from 0; nil where the property itself is meant.
  package var index: Spanned<Int>?
  /// The place of all of it, the brackets included.
  package var span: SourceSpan

  /// Makes the step to the property `name`, or to its item at `index`.
  ///
  /// - Parameter span: The place of all of it; without one it ends with `index`.
  package init(name: Name, index: Spanned<Int>? = nil, span: SourceSpan? = nil) {
    self.name = name
    self.index = index
    self.span = span ?? SourceSpan(from: name.span, to: index?.span ?? name.span)
  }
}

/// A session name with what follows it, as `:ann.age`.
package struct SessionPath: Hashable, Sendable {
  /// The names, at least one; the colon is before the first.
  package var names: [Name]
  /// The place, with the colon.
  package var span: SourceSpan

  /// Makes the path of `names` at `span`.
  package init(names: [Name], span: SourceSpan) {
    self.names = names
    self.span = span
  }
}

/// A label, field or form as it is spoken of: `age`, `editor.age`, `editor.reviews[0].rating`.
package struct InteractorSyntax: Hashable, Sendable {
  /// The name that it, or the form it is nested in, was made with.
  package var name: Name
  /// The way to it from the form; none for what has a name of its own.
  package var steps: [PathStep]

  /// Makes the interactor called `name`, or the one that `steps` lead to from there.
  package init(name: Name, steps: [PathStep] = []) {
    self.name = name
    self.steps = steps
  }

  /// The place of all of it.
  package var span: SourceSpan { SourceSpan(from: name.span, to: steps.last?.span ?? name.span) }

  /// The interactor as a command writes it, names in backticks where they need them.
  package var text: String {
    steps.reduce(into: name.value.asName) { text, step in
      text += "." + step.name.value.asName
      if let index = step.index { text += "[\(index.value)]" }
    }
  }
}
