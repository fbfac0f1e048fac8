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

/// A label of a screen; the record is nil on a list screen.
struct ScreenLabel: DefinitionBody {
  let label: (RecordID?, CommandContext, @escaping (Reply) -> Void) throws(Diagnostic) -> BoundLabel
}

struct ScreenField: DefinitionBody {
  let field: (RecordID, CommandContext) throws(Diagnostic) -> BoundField
}
