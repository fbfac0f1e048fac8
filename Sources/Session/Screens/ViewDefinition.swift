internal import CommandLanguage
internal import Presentation
internal import Records
internal import Replies

/// A stored definition of a view.
enum ViewDefinition {
  case formatter(FormatterDefinition)
  case screen(ScreenDefinition)
}

/// A command stored in the database as the definition of a view.
protocol ViewDefining: CommandSyntax {
  var view: ViewDefinition { get }

  /// Throws if the definition does not fit the type of its records.
  ///
  /// - Parameter views: Finds the views that it uses.
  func check(by factory: InteractorFactory, _ views: any DefinedViews) throws(Diagnostic)
}

protocol DefinedViews {
  func formatter(_ name: Name) throws(Diagnostic) -> FormatterDefinition
  func screen(_ name: Name) throws(Diagnostic) -> ScreenDefinition
}

/// The definition of a formatter.
struct FormatterDefinition {
  var name: String
  /// The type of its records.
  var type: String
  var template: String

  /// - Throws: ``Diagnostic`` if another version has stored an invalid template.
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
  /// Creates the label, inactive; without a record, as a label of the session.
  func label(
    of record: RecordID?, by factory: InteractorFactory, say: @escaping (Reply) -> Void
  ) throws(Diagnostic) -> AttachedLabel
}

/// A field in the definition of a screen.
protocol ScreenField {
  var name: Name { get }

  /// Creates the field, inactive; without a record, as a field of the session.
  func field(
    of record: RecordID?, by factory: InteractorFactory
  ) throws(Diagnostic) -> AttachedField
}

/// The definition of a screen about a record of a type, or of a list screen.
struct ScreenDefinition {
  /// The query of a list screen.
  struct Listing {
    var query: QuerySyntax
    /// The screen that opens a listed record, if one is named.
    var opens: String?
  }

  var name: String
  var type: String
  /// Nil for a screen of one record.
  var listing: Listing?
  /// The template of the title.
  var title: String?
  /// In order.
  var formatters: [String]
  var labels: [any ScreenLabel]
  var fields: [any ScreenField]
  var menu: [MenuItem]
}
