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
  /// - Parameter views: finds what it uses.
  func check(by factory: InteractorFactory, _ views: any DefinedViews) throws(Diagnostic)
}

/// The formatters and screens that there are.
protocol DefinedViews {
  /// The formatter of a name.
  func formatter(_ name: Name) throws(Diagnostic) -> FormatterDefinition
  /// The screen of a name.
  func screen(_ name: Name) throws(Diagnostic) -> ScreenDefinition
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

/// What a screen has, about a record of a type or about all those that it lists.
struct ScreenDefinition {
  /// The records that a screen lists.
  struct Listing {
    var query: QuerySyntax
    /// The screen that is opened on one of them, if it is said.
    var opens: String?
  }

  var name: String
  /// The type of the records.
  var type: String
  /// Nil for a screen about one record.
  var listing: Listing?
  /// The template of the title, if there is one.
  var title: String?
  /// The names of the formatters, in their order.
  var formatters: [String]
  var labels: [any ScreenLabel]
  var fields: [any ScreenField]
  var menu: [MenuItem]
}
