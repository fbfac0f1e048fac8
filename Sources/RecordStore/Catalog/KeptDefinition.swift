/// A definition that the file keeps for programs that show its records, and does not read itself.
public struct KeptDefinition: Hashable, Sendable {
  /// What is defined.
  ///
  /// More cases will come: code of another package that switches over them needs a `default`.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// How a record is shown.
    case formatter
    /// What a screen about a record has.
    case screen
    /// Labels, fields and forms that are made together.
    case layout
    /// Commands that have a name.
    case command

    /// The word that its definitions begin with.
    var verb: String {
      switch self {
      case .formatter, .screen, .layout: rawValue
      case .command: "save"
      }
    }

    /// What the names of its definitions in `wb_def` begin with.
    var prefix: String { rawValue + ":" }
  }

  /// What is defined.
  public var kind: Kind
  /// Tells it from others of its kind; never used again.
  public var number: Int
  /// The command that defines it.
  public var text: String

  /// What the definition is called in `wb_def`.
  var object: String { kind.prefix + String(number) }

  init(_ kind: Kind, _ number: Int, _ text: String) {
    self.kind = kind
    self.number = number
    self.text = text
  }

  /// Takes a row of `wb_def`; nil if it is another sort of definition.
  init?(object: String, text: String) {
    for kind in Kind.allCases where object.hasPrefix(kind.prefix) {
      guard let number = Int(object.dropFirst(kind.prefix.count)) else { return nil }
      self.init(kind, number, text)
      return
    }
    return nil
  }
}

/// A definition that the store does not read itself, with why it does not fit the types.
public struct KeptMisfit: Hashable, Sendable {
  /// The definition.
  public var definition: KeptDefinition
  /// What is wrong, as a clause that names the definition.
  public var why: String

  /// Says of a definition what is wrong with it.
  public init(_ definition: KeptDefinition, _ why: String) {
    self.definition = definition
    self.why = why
  }
}
