internal import Records
package import Replies
package import SQLEngine

/// How a run that only tries its commands shows what they would change.
package enum DryRunReport: Hashable, Sendable {
  /// A line for each transaction, for people.
  case transactions
  /// A line for each change of a value, as `history` has it, for programs.
  case changes
}

/// The environment of a session, which reads no clock, file or variable itself.
package struct Configuration {
  /// The file that holds the records; nil for a store in memory.
  package var database: String?
  /// The cluster that holds the records in place of a file: what it is called, and what connects to it.
  package var cluster: (name: String, engines: any EngineSource)?
  /// Whether the records are only read; a store in memory, which is empty, cannot be opened so.
  package var isReadOnly = false
  /// Whether a power cut must not cost the newest changes; each commit then waits for the disk.
  package var isDurable = false
  /// Whether all that is run is one transaction, of which everything is kept or nothing.
  package var isAtomic = false
  /// How it is shown at the end what a run would change that changes nothing; nil for any other.
  package var dryRun: DryRunReport?
  /// Whether a run goes on after a command that has failed, except for errors of the store.
  package var keepsGoing = false
  /// Takes the commands that have failed in such a run, with the reasons as comments; each part is
  /// some lines of a script.
  package var reject: ((String) throws(Diagnostic) -> Void)?
  /// Values with names of their own, each written `NAME=VALUE` as after `let`.
  package var variables: [String] = []
  /// Who changes the records.
  package var actor: String
  /// Why, for changes that do not say it themselves.
  package var reason: String?
  /// The locale of fields and labels, such as `de_DE`.
  package var locale = "en_US"
  /// The value of a variable of the environment; nil if it is not set.
  package var environment: (String) -> String? = { _ in nil }
  /// Whether a person reads the replies. Tables are brief then unless more is asked for, a record
  /// that is referred to is called by its key, and moments are in the user's time; a program gets
  /// every column, as it is stored.
  package var isForPerson = false
  /// Whether somebody still listens to the table that is being said; asked before each row of
  /// `list` and `sql`, which end where nobody does.
  package var isHeard: () -> Bool = { true }
  /// The time now, in milliseconds since 1970 in UTC.
  package var clock: () -> Int
  /// How far the user's time is ahead of UTC at a moment, both in milliseconds.
  package var zoneOffset: (Int) -> Int = { _ in 0 }
  /// Asks the person at the prompt a question, such as `change 12 records?`; nil where nobody is
  /// there to ask, and then the answer is yes.
  package var confirm: ((String) -> Bool)?
  /// Shows a person who waits how far something has come, in place of what was shown of it before;
  /// nil hides it. Without it nobody waits.
  package var showProgress: ((String?) -> Void)?
  /// Whether each expectation is reported, and one that fails does not end the script.
  package var reportsExpectations = false
  /// Hands what was said over, and waits so many milliseconds or until somebody interrupts; nil where
  /// nobody can wait.
  package var wait: ((Int) -> Void)?
  /// Asked again and again while a command runs: true stops and takes back the command.
  ///
  /// It has to say so once for each interruption.
  package var isInterrupted: () -> Bool = { false }
  /// Whether the program is asked to end, so that no further command is run.
  package var isEnding: () -> Bool = { false }
  /// Keeps replies back until what they report is committed; nil where that cannot be, and then
  /// each command is committed by itself.
  package var hold: (any ReplyHold)?
  /// Makes what prints replies in the format of the run to a file, whose bytes it hands over; it goes
  /// on with a file that has some already.
  package var filePrinter: FilePrinterMaker

  /// Makes a printer that hands the bytes of a file over, which may have some already.
  package typealias FilePrinterMaker =
    (_ write: @escaping ([UInt8]) -> Void, _ goesOn: Bool) -> any ReplyPrinter
  /// The milliseconds since any moment, by a clock that is never set.
  package var uptime: () -> Int = { 0 }
  /// Waits a moment, so that other programs can write.
  package var rest: () -> Void = {}
  /// Where the scripts come from that `include` names.
  package var files: any FileProvider

  /// Makes the configuration of a writable store in memory, for the user to complete.
  package init(
    actor: String, clock: @escaping () -> Int, files: any FileProvider,
    filePrinter: @escaping FilePrinterMaker
  ) {
    self.actor = actor
    self.clock = clock
    self.files = files
    self.filePrinter = filePrinter
  }

  /// What the user's clock and calendar show; nil outside of the years 1 to 9999.
  var present: Present? {
    let now = clock()
    return Present(now: Instant(milliseconds: now), zoneOffset: zoneOffset(now))
  }
}
