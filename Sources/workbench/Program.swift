internal import Foundation
internal import Glibc
internal import LineEditor
internal import Session

/// One run of the program with its arguments.
struct Program {
  let arguments: Arguments
  private let output = Output(STDOUT_FILENO)
  private let errors = Output(STDERR_FILENO)

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  func run() -> Int32 {
    if arguments.version {
      output.write("workbench \(Workbench.version)\n")
      output.flush()
      return 0
    }
    let printer = printer()
    do throws(Diagnostic) {
      let session = try Session(configuration()) { printer.print($0) }
      return finish(session, printer)
    } catch {
      printer.print(.diagnostic(error))
      printer.flush()
      return error.kind == .usage ? ExitStatus.usage : ExitStatus.unopenable
    }
  }

  private func finish(_ session: Session, _ printer: any Printer) -> Int32 {
    if arguments.steps.isEmpty, isatty(STDIN_FILENO) == 1 {
      Prompt(session, printer).run(database: arguments.database)
    } else {
      runSteps(session)
    }
    let status = session.finish()
    printer.flush()
    return Int32(truncatingIfNeeded: status)
  }

  private func runSteps(_ session: Session) {
    Signals.handle()
    let steps = arguments.steps.isEmpty ? [.file("-")] : arguments.steps
    for step in steps {
      switch step {
      case .command(let text):
        guard session.run("<command>", from: TextLines(text)) else { return }
      case .file("-"):
        let lines = InputLines(ScriptInput(), "<stdin>", beforeReading: flush)
        guard session.run("<stdin>", from: lines) else { return }
      case .file(let path):
        do throws(Diagnostic) {
          guard session.run(path, from: try files.lines(of: path)) else { return }
        } catch {
          session.fail(error)
          return
        }
      }
    }
  }

  /// Nothing that was said is held back while the next command is waited for, or runs.
  private func flush() { output.flush() }

  private var files: Files { Files(beforeReading: flush) }

  private func configuration() -> Configuration {
    var configuration = Configuration(
      actor: arguments.actorName,
      clock: { Int((Date().timeIntervalSince1970 * 1000).rounded(.down)) },
      files: files)
    configuration.database = arguments.database
    configuration.isReadOnly = arguments.readonly
    configuration.reason = arguments.reason
    configuration.locale = arguments.localeIdentifier
    configuration.zoneOffset = { milliseconds in
      let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      return TimeZone.current.secondsFromGMT(for: date) * 1000
    }
    return configuration
  }

  private func printer() -> any Printer {
    arguments.json
      ? JSONPrinter(output, errors)
      : TextPrinter(output, errors, isColoured: isColoured)
  }

  private var isColoured: Bool {
    switch arguments.color {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      return isatty(STDERR_FILENO) == 1 && environment["TERM"] != "dumb"
        && (environment["NO_COLOR"] ?? "").isEmpty
    }
  }
}
