internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies
internal import Workspace

enum ViewDefinition {
  case formatter(FormatterDefinition)
  case screen(ScreenDefinition)

  var name: String {
    switch self {
    case .formatter(let formatter): formatter.name
    case .screen(let screen): screen.name
    }
  }

  var type: String {
    switch self {
    case .formatter(let formatter): formatter.type
    case .screen(let screen): screen.type
    }
  }
}

/// A command stored in the database as the definition of a view.
protocol ViewDefining: CommandSyntax {
  var view: ViewDefinition { get }

  func check(by context: CommandContext, _ views: any DefinedViews) throws(Diagnostic)
}

protocol DefinedViews {
  func formatter(_ name: Name) throws(Diagnostic) -> FormatterDefinition
  func screen(_ name: Name) throws(Diagnostic) -> ScreenDefinition
  /// The name of the type being altered, if the type had a property `number` before.
  var altered: String? { get }
}

struct FormatterDefinition {
  var name: String
  var type: String
  var template: String
  var isHTML: Bool
  var isLocal: Bool

  /// - Throws: ``Diagnostic`` if another version has stored an invalid template.
  func formatter() throws(Diagnostic) -> TemplateFormatter {
    do {
      return TemplateFormatter(name, try Template(template, isHTML: isHTML), isLocal: isLocal)
    } catch {
      throw Diagnostic(.syntax, "\(name), line \(error.line): \(error.message)")
    }
  }
}

protocol ScreenLabel: DefinitionBody {
  /// - Parameter record: Nil on a list screen.
  func label(
    of record: RecordID?, by context: CommandContext, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> BoundLabel
}

protocol ScreenField: DefinitionBody {
  func field(
    of record: RecordID?, by context: CommandContext
  ) throws(Diagnostic) -> BoundField
}
