internal import CommandLanguage
internal import Replies

/// A command that makes a label, field or form.
protocol InteractorMaking: CommandSyntax {
  var name: Name { get }
  /// The session names whose meaning it takes.
  var namesRead: [String] { get }
  /// Makes it, and gives it its name.
  ///
  /// - Parameter lastText: the text it reported last, if it is made again; the same text is not
  ///   reported twice.
  func make(by factory: InteractorFactory, after lastText: String?) throws(Diagnostic)
  /// Looks whether it could be made, and makes nothing.
  func check(by factory: InteractorFactory) throws(Diagnostic)
  /// Looks whether the properties that it names are those of the types of a resolver, which knows no
  /// record.
  func checkNames(by resolver: Resolver) throws(Diagnostic)
}

extension InteractorMaking {
  var namesRead: [String] { [] }
}

/// A command that nests, activates or deactivates a label, field or form.
protocol InteractorArranging: CommandSyntax {
  var interactor: InteractorSyntax { get }
  /// The form that it nests it in, if it does.
  var outerForm: Name? { get }
  /// Carries it out.
  func arrange(by factory: InteractorFactory) throws(Diagnostic)
}

extension InteractorArranging {
  var outerForm: Name? { nil }
}

/// A command that gives a record or a value a name.
protocol NameGiving: CommandSyntax {
  var name: Name { get }
  /// Whether what the name is given to is there already.
  var makesNothing: Bool { get }
  /// What the name is to mean; of what makes nothing.
  func binding(by resolver: Resolver) throws(Diagnostic) -> Binding
}

/// A command whose text the store's file keeps as a layout.
protocol LayoutDefining: CommandSyntax {
  var name: Name { get }
  /// What makes up the layout.
  var statements: [Statement] { get }
}
