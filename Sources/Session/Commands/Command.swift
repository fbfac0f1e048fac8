internal import CommandLanguage
internal import Replies

/// Each command has its own type and file, and is listed in ``Session/commands``.
protocol Command: SessionCommand {
  /// Whether the command changes a record or fails. So its transaction detects changes by other
  /// programs, and the command need not look for them first.
  var alwaysWrites: Bool { get }

  var occasion: Verb.Occasion { get }

  var mayChange: Bool { get }

  /// Whether the command runs outside the transaction that the commands of its line share, for
  /// example because it begins or ends a transaction.
  var standsAlone: Bool { get }

  var isFollowedByHandlers: Bool { get }

  static var beginsTransaction: Bool { get }

  static var catchesErrors: Bool { get }

  static var keepsBlocks: Bool { get }

  /// The file whose commands this command runs; each command of the file can fail separately.
  var includedFile: TemplateSyntax? { get }

  var writtenScript: TemplateSyntax? { get }

  var declaration: PropertySyntax? { get }

  static func taking(_ syntax: any CommandSyntax) -> (any Command)?

  func run(in session: Session) throws(Diagnostic)
}

extension Command {
  var alwaysWrites: Bool { false }
  var occasion: Verb.Occasion { Self.verb.occasion }
  var mayChange: Bool { Self.verb.changesRecords || blocks.contains(where: \.mayChange) }
  var standsAlone: Bool { occasion != .always || blocks.contains(where: \.standsAlone) }
  var includedFile: TemplateSyntax? { nil }
  var writtenScript: TemplateSyntax? { nil }
  var declaration: PropertySyntax? { nil }
  var isFollowedByHandlers: Bool { mayChange && blocks.isEmpty && occasion == .always }

  var canBeWhole: Bool {
    !blocks.isEmpty && !Self.keepsBlocks && mayChange && separateVerb == nil
  }

  var separateVerb: String? {
    guard !Self.keepsBlocks else { return nil }
    return blocks.lazy.compactMap(\.separateVerb).first
  }

  static var beginsTransaction: Bool { false }
  static var catchesErrors: Bool { false }
  static var keepsBlocks: Bool { false }

  static func taking(_ syntax: any CommandSyntax) -> (any Command)? { syntax as? Self }
}
