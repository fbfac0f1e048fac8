internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Validation

/// Evaluates commands: it owns the store, the live records and the interactors, and answers in
/// replies.
///
/// A session never sees a terminal: text goes in by ``run(_:from:)`` or ``feed(_:)``, replies come
/// out in the order in which things happen. It is confined to the thread that made it.
public final class Session {
  /// What a session has come to when it ends.
  enum Status {
    static let success = 0
    static let failure = 1
    static let unexpected = 4
  }

  /// What the commands of the command line are called in errors and in the history.
  public static let commandLineName = "<command>"
  /// What the prompt is called in errors and in the history.
  static let promptName = "<prompt>"

  let configuration: Configuration
  let store: Store
  private let output: (Reply) -> Void
  /// The replies of a command that is not committed yet; nil where they go out at once.
  var held: [Reply]?
  var names = Names()
  let live = LiveRecords()
  /// The locale of labels and fields that name none, and the symbols it writes numbers with.
  var locale: String
  var symbols: NumberSymbols
  /// What was last cut or copied in a field.
  var pasteboard = ""
  /// The error of the last Return that was refused.
  var refusedReturn: Diagnostic?
  /// What was said already of the store's file.
  var said: Set<Finding> = []
  /// Up to where the labels of expressions know what has changed in the store; nil where none reads
  /// it.
  var changeMark: ChangeMark?
  /// That the evaluation of a label was interrupted, which its command has to say.
  var interruption: Diagnostic?
  /// The types that definitions speak of and that are to be defined yet.
  var awaited: [AwaitedType] = []
  /// How many keys fields have refused.
  var rejectedKeys = 0
  /// The scripts that are read, the innermost last.
  var scripts: [Script] = []
  /// What has come from the prompt and is not run yet.
  var prompted = Script(name: Session.promptName)
  /// The command that is run.
  var current: RunningCommand?
  /// What a script that ends now would have as its status.
  var status = Status.success
  /// The status that `exit` has asked for.
  public internal(set) var exitStatus: Int?

  /// Opens the store and begins.
  ///
  /// - Throws: ``Diagnostic`` of the kind `store` if it cannot be opened, `usage` if there is no
  ///   such locale.
  public init(_ configuration: Configuration, say: @escaping (Reply) -> Void) throws(Diagnostic) {
    guard let symbols = NumberSymbols(localeIdentifier: configuration.locale) else {
      throw Diagnostic(
        .usage, "there is no locale \"\(configuration.locale)\"; expected one such as de_DE")
    }
    self.symbols = symbols
    locale = configuration.locale
    self.configuration = configuration
    output = say
    guard configuration.database != nil || !configuration.isReadOnly else {
      throw Diagnostic(
        .usage, "a store in memory is empty; expected a file that is to be read only")
    }
    var options = Store.Options()
    options.isReadOnly = configuration.isReadOnly
    let location = configuration.database.map(Store.Location.file) ?? .memory
    do {
      store = try Store(
        location, options: options, definitions: StoreReader(), actor: configuration.actor,
        clock: configuration.clock)
    } catch {
      throw Diagnostic(error)
    }
    store.isInterrupted = configuration.isInterrupted
    warnOfNotices()
  }

  /// Answers, or keeps the reply until its command is committed.
  func say(_ reply: Reply) {
    if held?.append(reply) == nil { output(reply) }
  }
}
