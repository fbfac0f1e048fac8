internal import CommandLanguage
internal import RecordStore
internal import Replies

/// A command: its verb, its parser and its execution.
///
/// Each command is a type in a file of its own, listed in ``Session/commands``.
protocol Command: CommandSyntax {
  /// Whether it must read a single state of the store, unaffected by concurrent writes; it changes
  /// nothing and runs no other commands.
  static var readsOneState: Bool { get }

  /// When it is possible; by default as its verb says.
  var occasion: Verb.Occasion { get }

  /// Whether it, or a command in its blocks, can change records or definitions.
  var mayChange: Bool { get }

  /// Whether it is excluded from the transaction of its line, because it begins or ends a
  /// transaction or waits for the user.
  var standsAlone: Bool { get }

  /// Whether change handlers run after it for its own changes.
  var isFollowedByHandlers: Bool { get }

  static var beginsTransaction: Bool { get }

  /// Whether it succeeds even if a command in its blocks fails.
  static var catchesErrors: Bool { get }

  /// Whether the commands in its blocks run later.
  static var keepsBlocks: Bool { get }

  /// The file whose commands it runs, each of which fails separately; nil for most commands.
  var includedFile: TemplateSyntax? { get }

  /// The file it writes for `include`; nil for most commands.
  var writtenScript: TemplateSyntax? { get }

  /// The script variable that it declares; nil for most commands.
  var declaration: PropertySyntax? { get }

  /// Casts a parsed command to this type.
  static func taking(_ syntax: any CommandSyntax) -> (any Command)?

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
  /// Whether the commands in its blocks can share its transaction.
  var canBeWhole: Bool {
    !blocks.isEmpty && !Self.keepsBlocks && mayChange && separateVerb == nil
  }

  /// The verb of a command in its blocks that cannot share its transaction; nil if there is none.
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
