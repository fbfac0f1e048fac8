internal import Records
package import Replies
package import SQLEngine

package enum DryRunReport: Hashable, Sendable {
  /// One line per transaction, for interactive users.
  case transactions
  /// One line per changed value, like `history`, for programs.
  case changes
}

/// The environment of a session, which does not access clock, files or variables by itself.
package struct Configuration {
  /// The database file; nil for a database in memory.
  package var database: String?
  /// The cluster in place of a file: its name, and the connections to it.
  package var cluster: (name: String, engines: any EngineSource)?
  /// Whether the database is opened read-only; not possible for a database in memory, which would
  /// be empty.
  package var isReadOnly = false
  /// Whether each commit waits for the disk, so that a power failure loses no change.
  package var isDurable = false
  package var isAtomic = false
  /// The report of a dry run; nil for a normal run.
  package var dryRun: DryRunReport?
  /// Whether the run continues after a failed command, except for errors of the store.
  package var keepsGoing = false
  /// Takes the failed commands, with their errors as comments; each call has some lines of a
  /// script.
  package var reject: ((String) throws(Diagnostic) -> Void)?
  /// Session names, each as `NAME=VALUE`.
  package var variables: [String] = []
  package var actor: String
  /// The default for changes.
  package var reason: String?
  /// The locale of fields and labels, such as `de_DE`.
  package var locale = "en_US"
  /// The value of an environment variable; nil if it is not set.
  package var environment: (String) -> String? = { _ in nil }
  /// Whether an interactive user reads the output. Tables are then brief by default, references are
  /// shown by key, and times are in the user's time zone; a program gets every column as stored.
  package var isForPerson = false
  /// Whether the output is still being read; called before each row of `list` and `sql`, which stop
  /// if it is not.
  package var isHeard: () -> Bool = { true }
  /// The current time in milliseconds since 1970, UTC.
  package var clock: () -> Int
  /// The user's offset from UTC at a time, both in milliseconds.
  package var zoneOffset: (Int) -> Int = { _ in 0 }
  /// Asks the user at the prompt a question such as `change 12 records?`; nil without an
  /// interactive user, which means yes.
  package var confirm: ((String) -> Bool)?
  /// Replaces the progress display of a slow command; nil hides it. Nil without an interactive
  /// user.
  package var showProgress: ((String?) -> Void)?
  /// Whether each expectation is reported, and a failed one does not end the script.
  package var reportsExpectations = false
  /// Flushes the output and waits the given milliseconds, or until an interruption; nil if waiting
  /// is not possible.
  package var wait: ((Int) -> Void)?
  /// Polled while a command runs; true interrupts the command and rolls it back.
  ///
  /// Must return true once per interruption.
  package var isInterrupted: () -> Bool = { false }
  /// Whether the program was asked to end, so that no further command runs.
  package var isEnding: () -> Bool = { false }
  /// Holds replies until their changes are committed; if nil, each command is committed separately.
  package var hold: (any ReplyHold)?
  package var filePrinter: FilePrinterMaker

  /// Creates a printer that passes the bytes of a file to `write`; `goesOn` if the file already has
  /// content.
  package typealias FilePrinterMaker =
    (_ write: @escaping ([UInt8]) -> Void, _ goesOn: Bool) -> any ReplyPrinter
  /// A monotonic clock in milliseconds.
  package var uptime: () -> Int = { 0 }
  /// Sleeps briefly, so that other programs can write.
  package var rest: () -> Void = {}
  /// Provides the files that commands name.
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

  /// The user's clock and calendar; nil outside the years 1 to 9999.
  var present: Present? {
    let now = clock()
    return Present(now: Instant(milliseconds: now), zoneOffset: zoneOffset(now))
  }
}
