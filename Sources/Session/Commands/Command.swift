internal import CommandLanguage
internal import RecordStore
internal import Replies

/// A command: its words, how its text is read, and what it does.
///
/// Each is a value of its own type, in a file of its own, and in the list ``Session/commands``.
protocol Command: CommandSyntax {
  /// Whether all that it reads is of one state of the store, whatever other programs write meanwhile;
  /// it changes nothing and runs no others.
  static var readsOneState: Bool { get }

  /// When it is possible: as a rule what its verb says.
  var occasion: Verb.Occasion { get }

  /// Whether it can change records or definitions, also by the commands in its blocks.
  var mayChange: Bool { get }

  /// Whether it is not part of the transaction of its line: it begins or ends one itself, or waits
  /// for a person.
  var standsAlone: Bool { get }

  /// Whether handlers of changes run after what it itself has changed.
  var isFollowedByHandlers: Bool { get }

  /// Whether it begins a transaction of several commands.
  static var beginsTransaction: Bool { get }

  /// Whether it succeeds even if a command in its blocks fails.
  static var catchesErrors: Bool { get }

  /// Whether the commands in its blocks are run later and not with it.
  static var keepsBlocks: Bool { get }

  /// The file whose commands it runs, each of which fails by itself; nil for most commands.
  var includedFile: TemplateSyntax? { get }

  /// The file it writes for `include`; nil for most commands.
  var writtenScript: TemplateSyntax? { get }

  /// The variable that it declares, which a script is to be started with; nil for most commands.
  var declaration: PropertySyntax? { get }

  /// The command that a reader of scripts has made, if it is of this type.
  static func taking(_ syntax: any CommandSyntax) -> (any Command)?

  /// Carries the command out.
  func run(in session: Session) throws(Diagnostic)
}

extension Command {
  var occasion: Verb.Occasion { Self.verb.occasion }
  var mayChange: Bool { Self.verb.changesRecords || blocks.contains(where: \.mayChange) }
  var standsAlone: Bool { occasion != .always || blocks.contains(where: \.standsAlone) }
  var includedFile: TemplateSyntax? { nil }
  var writtenScript: TemplateSyntax? { nil }
  var declaration: PropertySyntax? { nil }
  var isFollowedByHandlers: Bool { mayChange && blocks.isEmpty && occasion == .always }
}

extension Command {
  /// Whether the commands that it runs can share its transaction.
  var canBeWhole: Bool {
    !blocks.isEmpty && !Self.keepsBlocks && mayChange && separateVerb == nil
  }

  /// The verb of a command in its blocks that cannot share its transaction; nil where there is
  /// none.
  var separateVerb: String? {
    guard !Self.keepsBlocks else { return nil }
    return blocks.lazy.compactMap(\.separateVerb).first
  }
}

extension Command {
  static var readsOneState: Bool { false }
  static var beginsTransaction: Bool { false }
  static var catchesErrors: Bool { false }
  static var keepsBlocks: Bool { false }

  static func taking(_ syntax: any CommandSyntax) -> (any Command)? { syntax as? Self }
}
