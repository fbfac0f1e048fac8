internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies

/// What a command defines that only shows records.
enum ViewDefinition {
  case formatter(FormatterDefinition)
  case screen(ScreenDefinition)
}

/// A command whose text the store's file keeps.
protocol ViewDefining: CommandSyntax {
  /// What the command defines.
  var view: ViewDefinition { get }

  /// Refuses what does not fit the type of the records.
  ///
  /// - Parameter formatter: finds the formatter of a name.
  func check(
    by factory: InteractorFactory,
    _ formatter: (Name) throws(Diagnostic) -> FormatterDefinition
  ) throws(Diagnostic)
}

/// How records of a type are shown.
struct FormatterDefinition {
  var name: String
  /// The type of the records.
  var type: String
  /// The text of the template.
  var template: String

  /// The formatter.
  ///
  /// - Throws: ``Diagnostic`` if another version has written the template.
  func formatter() throws(Diagnostic) -> TemplateFormatter {
    do {
      return TemplateFormatter(name, try Template(template))
    } catch {
      throw Diagnostic(.syntax, "\(name), line \(error.line): \(error.message)")
    }
  }
}

/// A label in the definition of a screen.
protocol ScreenLabel {
  /// Makes the label, which is not active yet, for a record; nil is for a label of the session.
  func label(
    of record: RecordID?, by factory: InteractorFactory, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> AttachedLabel
}

/// A field in the definition of a screen.
protocol ScreenField {
  var name: Name { get }

  /// Makes the field, which is not active yet, for a record; nil is for a field of the session.
  func field(
    of record: RecordID?, by factory: InteractorFactory
  ) throws(Diagnostic) -> AttachedField
}

/// What a screen about a record of a type has.
struct ScreenDefinition {
  var name: String
  /// The type of the records.
  var type: String
  /// The template of the title, if there is one.
  var title: String?
  /// The names of the formatters, in their order.
  var formatters: [String]
  var labels: [any ScreenLabel]
  var fields: [any ScreenField]
  var menu: [MenuItem]
}
