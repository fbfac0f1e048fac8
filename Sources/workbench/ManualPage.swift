internal import ArgumentParser
internal import FoundationEssentials
internal import Glibc
internal import Session

enum ManualPage {
  private struct Description: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    struct Argument: Decodable {
      var abstract: String?
      var kind: String
      var names: [Name]?
      var valueName: String?
      var shouldDisplay: Bool
    }
    struct Command: Decodable {
      var abstract: String?
      var discussion: String?
      var arguments: [Argument]?

      var text: String {
        let paragraphs = (discussion ?? "").split(separator: "\n\n").map(String.init)
        return ([abstract ?? ""] + paragraphs).map(\.asRoff).joined(separator: "\n.PP\n")
      }

      var options: String {
        (arguments ?? []).filter { $0.shouldDisplay && $0.kind != "positional" }
          .map(ManualPage.text).joined()
      }
    }
    var command: Command
  }

  static func print() -> Int32 {
    let page: String
    do {
      page = try text()
    } catch {
      Output.print("error: the arguments cannot be described: \(error)\n", to: STDERR_FILENO)
      return ExitStatus.failure
    }
    Output.print(page)
    return 0
  }

  private static func text() throws -> String {
    let command = try description(Arguments.self)
    let serve = try description(ServeCommand.self)
    let head = """
      .TH WORKBENCH 1 "" "workbench \(Workbench.version)" "User Commands"
      .SH NAME
      workbench \\- a command-line database for small but important data
      .SH SYNOPSIS
      .B workbench
      [\\fIoptions\\fR] [\\fIDATABASE\\fR]
      .br
      .B workbench help
      [\\fITOPIC\\fR]
      .br
      .B workbench completions
      bash|zsh|fish
      .br
      .B workbench man
      .br
      .B workbench node
      \\fIFOLDER\\fR \\-\\-address \\fIHOST:PORT\\fR [\\-\\-join \\fIHOST:PORT\\fR]
      .br
      .B workbench cluster
      demo|members|status|add|remove|recover
      .br
      .B workbench copy
      \\fISOURCE\\fR \\fITARGET\\fR
      .br
      .B workbench serve
      [\\fIoptions\\fR] \\fIDATABASE\\fR|cluster:\\fINAME\\fR
      .SH DESCRIPTION

      """
    return head + command.text + "\n.SH OPTIONS\n" + command.options + "\n.SH SERVE\n"
      + serve.text + "\n" + serve.options + CommandManual.page
        + """
        .SH FILES
        .TP
        \\fI$XDG_CONFIG_HOME/workbench/init.wb\\fR
        Commands to run before the prompt.
        .TP
        \\fI$XDG_CONFIG_HOME/workbench/clusters\\fR
        The names of clusters, each with its sockets.
        .TP
        \\fI$XDG_STATE_HOME/workbench/\\fR
        The command history, the commands of databases that you have allowed to use files, and the
        secrets of browser cookies.
        .TP
        \\fI~/.editrc\\fR
        The keys of the prompt; see editrc(5).
        .SH SEE ALSO
        .BR sqlite3 (1),
        .BR editrc (5)

        """
  }

  private static func description(
    _ command: (some ParsableCommand).Type
  ) throws -> Description.Command {
    let data = Data(command._dumpHelp().utf8)
    return try JSONDecoder().decode(Description.self, from: data).command
  }

  private static func text(on option: Description.Argument) -> String {
    let names = (option.names ?? []).sorted { $0.name.count < $1.name.count }.map { name in
      "\\fB" + ((name.kind == "long" ? "--" : "-") + name.name).asRoff + "\\fR"
    }
    let value = option.kind == "option" ? option.valueName ?? "" : ""
    let shown = value.isEmpty ? "" : " \\fI\(value.uppercased().asRoff)\\fR"
    return ".TP\n\(names.joined(separator: ", "))\(shown)\n\((option.abstract ?? "").asRoff)\n"
  }
}
