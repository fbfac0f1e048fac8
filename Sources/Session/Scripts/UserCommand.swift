internal import CommandLanguage
internal import Records

struct UserCommand {
  struct Parameter {
    var name: String
    /// The kind and the default; nil if any value is allowed.
    var definition: PropertySyntax?

    var isRequired: Bool { definition.map { $0.initial == nil && !$0.isOptional } ?? true }

    var canBeAsked: Bool { definition.map { !$0.kind.value.isList } ?? false }

    fileprivate var usage: String {
      guard let definition else { return name.asName }
      let kind = definition.kind.value.name + (definition.isOptional ? "?" : "")
      let usage = "\(name.asName): \(kind)"
      return definition.initial == nil && !definition.isOptional ? usage : "[\(usage)]"
    }
  }

  var name: String
  var parameters: [Parameter]
  var caption: String?
  /// The condition for records in the menu; nil if only screens that name the command offer it.
  var condition: ExpressionSyntax?
  var refusal: String?
  var body: BlockSyntax
  var mayChange: Bool
  var mayRunLong: Bool
  var text: String
  var script: Script
  var isKept = false

  var usage: String { ([name.asName] + parameters.map(\.usage)).joined(separator: " ") }

  var fewestValues: Int {
    (parameters.lastIndex(where: \.isRequired) ?? -1) + 1
  }

  /// Whether a menu can run the command with a selected record and ask for the other values.
  var takesSubject: Bool {
    !parameters.isEmpty && parameters.dropFirst().allSatisfy { $0.canBeAsked || !$0.isRequired }
  }
}

/// A command that can read or write files, or bypass the types of the database.
protocol OutsideUsing: CommandSyntax {
  var isUsingOutside: Bool { get }
  /// Whether a command stored in the database may use this command, if the user agrees.
  var canBeKept: Bool { get }
}

extension OutsideUsing {
  var isUsingOutside: Bool { true }
  var canBeKept: Bool { true }
}

struct ChangeHandler {
  var name: String
  var type: String
  var property: String
  var record: RecordID?
  /// The subject that the handler watches, in command syntax.
  var subject: String
  var body: BlockSyntax
  var mayRunLong: Bool
  /// The definition, in a form that any session can parse.
  var text: String
  var script: Script
  var span: SourceSpan
  /// Whether the handler is stored in the database, and so runs in every session.
  var isKept = false
}
