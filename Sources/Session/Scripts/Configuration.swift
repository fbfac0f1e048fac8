internal import Records
package import Replies
package import SQLEngine

package enum DryRunReport: Hashable, Sendable {
  /// One line per transaction, for interactive users.
  case transactions
  /// One line per changed value, like `history`, for programs.
  case changes
}

/// The environment of a session. The session itself does not access the clock, environment
/// variables, or files other than the database.
package struct Configuration {
  /// Nil for an in-memory database.
  package var database: String?
  /// The cluster that replaces the database file, and the source of connections to the cluster.
  package var cluster: (name: String, engines: any EngineSource)?
  /// Whether the database is opened read-only; invalid for an in-memory database, which would be
  /// empty.
  package var isReadOnly = false
  package var createsDatabase = true
  /// Whether each commit waits for the disk, so that a power failure loses no change.
  package var isDurable = false
  package var isAtomic = false
  package var dryRun: DryRunReport?
  /// Whether the run continues after a failed command. Errors of the store, usage errors and
  /// interruptions still end the run.
  package var keepsGoing = false
  /// Receives the script of failed commands, with their errors as comments, in portions of several
  /// lines.
  package var reject: ((String) throws(Diagnostic) -> Void)?
  /// The `--var` options, each as `NAME=VALUE`.
  package var variables: [String] = []
  package var actor: String
  package var reason: String?
  /// The locale of fields and labels, for example `de_DE`.
  package var locale = "en_US"
  package var environment: (String) -> String? = { _ in nil }
  /// Whether an interactive user reads the output. A user gets brief tables, references with
  /// titles, and times in the user's time zone; a program gets every column as stored.
  package var isForPerson = false
  /// Whether the output has a format for programs, such as JSON or CSV, independent of display
  /// options.
  package var isForPrograms = false
  /// Whether numbers, dates and times are displayed in the format of the locale.
  package var isLocal = false
  /// The width of a text in terminal columns.
  package var displayWidth: (String) -> Int = \.count
  /// Whether the output still has a reader. Commands that print many rows, such as `list` and `sql`,
  /// poll this for each row and stop on false.
  package var isHeard: () -> Bool = { true }
  /// In milliseconds since 1970, UTC.
  package var clock: () -> Int
  /// The user's offset from UTC at a time, both in milliseconds.
  package var zoneOffset: @Sendable (Int) -> Int = { _ in 0 }
  /// Asks the user a question, for example `change 12 records?`. Nil if there is no interactive
  /// user.
  package var confirm: ((String) -> Bool)?
  /// Whether commands stored in the database may use files, SQL and the environment without a
  /// question.
  package var trustsCommands = false
  /// Whether the user is at a browser, which runs no commands that use files, SQL or the environment.
  package var isInBrowser = false
  /// Remembers the stored commands that the user has allowed to use files, SQL or the environment.
  /// If nil, an answer applies to this run only.
  package var trustMemory: (any TrustMemory)?
  /// Displays the progress text of a slow command; a nil text hides the display. Nil if there is no
  /// interactive user.
  package var showProgress: ((String?) -> Void)?
  /// Whether each expectation is reported, and a failed expectation does not end the script.
  package var reportsExpectations = false
  /// Flushes the output and waits the given milliseconds, or until an interruption. Nil if waiting
  /// is not possible.
  package var wait: ((Int) -> Void)?
  /// Polled while a command runs; true interrupts the command and rolls it back.
  ///
  /// Must return true only once per interruption.
  package var isInterrupted: () -> Bool = { false }
  /// Whether the program was asked to end; no further command runs.
  package var isEnding: () -> Bool = { false }
  /// Holds replies until their changes are committed; if nil, each command is committed separately.
  package var hold: (any ReplyHold)?
  package var filePrinter: FilePrinterMaker

  /// Creates a printer that passes the bytes of a file to `write`.
  ///
  /// - Parameter goesOn: Whether the output is appended to existing content.
  package typealias FilePrinterMaker =
    (_ write: @escaping ([UInt8]) -> Void, _ goesOn: Bool) -> any ReplyPrinter
  /// Monotonic, in milliseconds.
  package var uptime: () -> Int = { 0 }
  /// Sleeps briefly, so that other programs can write.
  package var rest: () -> Void = {}
  package var files: any FileProvider

  package init(
    actor: String, clock: @escaping () -> Int, files: any FileProvider,
    filePrinter: @escaping FilePrinterMaker
  ) {
    self.actor = actor
    self.clock = clock
    self.files = files
    self.filePrinter = filePrinter
  }

  /// Nil if the clock is outside the years 1 to 9999.
  var present: Present? {
    let now = clock()
    return Present(now: Instant(milliseconds: now), zoneOffset: zoneOffset(now))
  }
}

/// Remembers, outside the database, which commands of the database may use files, SQL and the
/// environment.
package protocol TrustMemory: AnyObject {
  func isTrusted(_ definition: String, ofDatabase path: String) -> Bool

  func trust(_ definition: String, ofDatabase path: String) throws(Diagnostic)
}
