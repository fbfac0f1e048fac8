internal import Glibc
internal import Replies
internal import Session

#if Cluster
  internal import Cluster
#endif

struct ServedStore: Sendable {
  private let database: String
  #if Cluster
    private let cluster: (name: String, place: ClusterPlace)?
  #endif
  private let locale: String
  private let actor: String
  private let reason: String?
  private let isReadOnly: Bool
  private let isDurable: Bool

  init(_ command: ServeCommand) throws(Diagnostic) {
    database = command.database
    #if Cluster
      if let name = ClusterName(database) {
        cluster = (name.text, try name.place())
      } else {
        cluster = nil
      }
    #else
      if ClusterName(database) != nil { throw Diagnostic(.usage, WithoutCluster.words) }
    #endif
    locale = command.locale ?? Environment.locale
    (actor, reason) = (command.actor ?? Environment.user, command.reason)
    (isReadOnly, isDurable) = (command.readOnly, command.durable)
  }

  func configuration() -> Configuration {
    var configuration = Configuration(
      actor: actor, clock: { Clock.time }, files: Files(beforeReading: {}),
      filePrinter: { FilePrinter($0, goesOn: $1, JSONPrinter.init) })
    #if Cluster
      if let cluster {
        configuration.cluster = (cluster.name, cluster.place.engines(locale: locale))
      } else {
        configuration.database = database
      }
    #else
      configuration.database = database
    #endif
    configuration.isReadOnly = isReadOnly
    configuration.isDurable = isDurable
    configuration.reason = reason
    configuration.locale = locale
    configuration.environment = Environment.value
    configuration.isForPerson = true
    configuration.uptime = { Clock.uptime }
    configuration.zoneOffset = Clock.zoneOffset
    configuration.rest = { usleep(1500) }
    configuration.wait = { usleep(useconds_t($0 * 1000)) }
    return configuration
  }

  func check(screen: String?) throws {
    let configuration = configuration()
    if let path = configuration.database, access(path, F_OK) != 0 {
      throw Failed(
        "there is no file \(path)", status: ExitStatus.unopenable,
        hint: "`workbench \(path)` creates the database")
    }
    do throws(Diagnostic) {
      let session = try Session(configuration) { _ in }
      guard let screen, !session.listScreens.contains(where: { $0.name == screen }) else { return }
      let names = session.listScreens.map(\.name).joined(separator: ", ")
      throw Diagnostic(
        .usage, "there is no list screen \(screen)",
        hint: names.isEmpty ? nil : "the list screens are \(names)")
    } catch {
      let status = error.kind == .usage ? ExitStatus.usage : ExitStatus.unopenable
      throw Failed(error.message, status: status, hint: error.hint)
    }
  }
}
