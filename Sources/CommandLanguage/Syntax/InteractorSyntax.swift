/// A label, field or form as it is spoken of: `age`, `editor.age`, `editor.reviews[0].rating`.
public struct InteractorSyntax: Hashable, Sendable {
  /// The name that it, or the form it is nested in, was made with.
  public var name: Name
  /// The way to it from the form; none for what has a name of its own.
  public var steps: [PathStep]

  /// Makes the interactor called `name`, or the one that `steps` lead to from there.
  public init(name: Name, steps: [PathStep] = []) {
    self.name = name
    self.steps = steps
  }

  /// The place of all of it.
  public var span: SourceSpan { SourceSpan(from: name.span, to: steps.last?.span ?? name.span) }

  /// The interactor as a command writes it, names in backticks where they need them.
  public var text: String {
    steps.reduce(into: name.value.asName) { text, step in
      text += "." + step.name.value.asName
      if let index = step.index { text += "[\(index.value)]" }
    }
  }
}
