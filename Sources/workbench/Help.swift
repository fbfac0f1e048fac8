internal import ArgumentParser
internal import Glibc
internal import Replies
internal import Session

enum Help {
  static func print(on topic: String?) -> Int32 {
    let output = Output(STDOUT_FILENO)
    do throws(Diagnostic) {
      let start = Arguments.helpMessage() + "\n" + Session.everyday
      output.writeLine(try topic.map(Session.help(on:)) ?? start)
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
