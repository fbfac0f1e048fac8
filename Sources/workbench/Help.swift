internal import ArgumentParser
internal import Glibc
internal import Replies
internal import Session

enum Help {
  static func print(on topic: String?) -> Int32 {
    let output = Output(STDOUT_FILENO)
    do throws(Diagnostic) {
      let overview = Arguments.helpMessage() + "\n" + Session.overview
      output.writeLine(try topic.map(Session.help(on:)) ?? overview)
      output.flush()
      return 0
    } catch {
      let errors = Output(STDERR_FILENO)
      TextPrinter(Paper(output), errors, isBoxed: false, isColoured: false)
        .print(.diagnostic(error))
      return ExitStatus.usage
    }
  }
}
