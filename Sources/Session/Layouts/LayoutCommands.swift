internal import CommandLanguage
internal import Replies

/// A command that creates a label, field or form.
protocol InteractorMaking: CommandSyntax {
  var name: Name { get }
  var namesRead: [String] { get }
  /// Creates the interactor and binds its name; `lastText`, the last text before it was recreated,
  /// is not reported again.
  func make(by context: CommandContext, after lastText: String?) throws(Diagnostic)
  func check(by context: CommandContext) throws(Diagnostic)
  /// Checks its property names against the types of a resolver that has no records.
  func checkNames(by resolver: Resolver) throws(Diagnostic)
}

extension InteractorMaking {
  var namesRead: [String] { [] }
}

/// A command that nests, activates or deactivates a label, field or form.
protocol InteractorArranging: CommandSyntax {
  var interactor: InteractorSyntax { get }
  var outerForm: Name? { get }
  func arrange(by context: CommandContext) throws(Diagnostic)
}

extension InteractorArranging {
  var outerForm: Name? { nil }
}

protocol NameGiving: CommandSyntax {
  var name: Name { get }
  /// Whether the binding is to an existing record or a value.
  var makesNothing: Bool { get }
  /// The binding; only valid if nothing is created.
  func binding(by resolver: Resolver) throws(Diagnostic) -> Binding
}

/// A command that is stored as a layout.
protocol LayoutDefining: CommandSyntax {
  var name: Name { get }
  var statements: [Statement] { get }
}
