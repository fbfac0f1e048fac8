internal import Values

/// A definition that the database keeps for its client, such as a screen or a command; the store
/// does not read it.
public struct KeptDefinition: Hashable, Sendable {
  /// The kind of a definition.
  ///
  /// More cases will be added: code of another package that switches over them needs a `default`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// Formats a record.
    case formatter
    /// A screen for a record or for a list of records.
    case screen
    /// Labels, fields and forms that are created together.
    case layout
    /// Named commands.
    case command
    /// Commands that run when a property has changed.
    case handler

    var verb: String {
      switch self {
      case .formatter, .screen, .layout: rawValue
      case .command: "save"
      case .handler: "save on change"
      }
    }

    var prefix: String { rawValue + ":" }
  }

  /// The kind of the definition.
  public var kind: Kind
  /// The number of the definition, unique within its kind and never reused.
  public var number: Int
  /// The command that creates the definition.
  public var text: String

  var object: String { kind.prefix + String(number) }

  init(_ kind: Kind, _ number: Int, _ text: String) {
    self.kind = kind
    self.number = number
    self.text = text
  }

  init?(object: String, text: String) {
    for kind in Kind.allCases where object.hasPrefix(kind.prefix) {
      guard let number = Int(object.dropFirst(kind.prefix.count)) else { return nil }
      self.init(kind, number, text)
      return
    }
    return nil
  }
}

/// A definition that does not fit the types, with the reason.
public struct KeptMisfit: Hashable, Sendable {
  /// The definition.
  public var definition: KeptDefinition
  /// The reason, as a clause that names the definition.
  public var why: String

  /// Creates a misfit.
  public init(_ definition: KeptDefinition, _ why: String) {
    self.definition = definition
    self.why = why
  }
}

/// A change of a definition in `wb_def`; a text is nil if the definition does not exist at that
/// time.
struct Redefinition {
  /// For example `prop:7`.
  var object: String
  var old: String?
  var new: String?

  /// Returns one change for each object, in the order of their first changes.
  ///
  /// - Parameter rows: The columns `object`, `old` and `new` of `wb_def`, oldest first.
  static func merging(_ rows: [[SQLValue]]) -> [Redefinition] {
    var changes: [Redefinition] = []
    for row in rows {
      guard let object = row[0].text else { continue }
      if let place = changes.firstIndex(where: { $0.object == object }) {
        changes[place].new = row[2].text
      } else {
        changes.append(Redefinition(object: object, old: row[1].text, new: row[2].text))
      }
    }
    return changes
  }

  func number(after prefix: String) -> Int? {
    object.hasPrefix(prefix) ? Int(object.dropFirst(prefix.count)) : nil
  }
}
