import Foundation
import RecordStore
import Records

struct Request: Sendable {
  var method: String
  var path: [String]
  var query: [String: String] = [:]
  var user = "guest"
  var body = Data()
}

struct Response: Sendable {
  var status = 200
  var body = Data()
  /// Events that are sent after the body, one by one.
  var events: AsyncStream<Set<PropertyReference>>?
}

/// Answers requests about the members of a club.
struct MemberService: Sendable {
  private struct Mistakes: Error { var violations: [Violation] }

  private struct Mistake: Encodable { var path: String?, message: String }

  let store: AsyncStore
  private let member: RecordType
  private let clock: @Sendable () -> Int

  init(_ location: Store.Location, clock: @escaping @Sendable () -> Int) async throws {
    let member = try RecordType(
      "Member",
      [
        Property("name", .text, isTitle: true, length: 1...80),
        Property("email", .email, isOptional: true, isUnique: true),
        Property("fee", .decimal(integerDigits: 4, fractionDigits: 2...2), range: 0..., default: 0),
        Property("joined", .date, default: .today),
      ])
    (self.member, self.clock) = (member, clock)
    store = try await AsyncStore(
      location, definitions: DeclaredTypes([member]), actor: "server", clock: clock)
    try await store.write(TransactionEntry(.schema)) { tx in try tx.define(member) }
  }

  func respond(to request: Request) async -> Response {
    do {
      return try await response(to: request)
    } catch let mistakes as Mistakes {
      return answer(
        422, mistakes.violations.map { Mistake(path: $0.property, message: $0.message) })
    } catch let violation as Violation {
      return answer(400, [Mistake(path: violation.property, message: violation.message)])
    } catch let error as StoreError {
      let status =
        switch error.fault {
        case .taken: 409
        case .noRecord: 404
        default: 500
        }
      return answer(status, [Mistake(path: error.property, message: error.message)])
    } catch {
      return answer(500, [Mistake(path: nil, message: "\(error)")])
    }
  }

  private func response(to request: Request) async throws -> Response {
    let entry = TransactionEntry(
      command: "\(request.method) /\(request.path.joined(separator: "/"))")
    switch (request.method, request.path) {
    case ("GET", ["members"]):
      // The name is bound, so it cannot change the condition.
      let condition: RecordCondition? = request.query["name"].map { "name like \($0)" }
      return answer(200, try await store.list("Member", where: condition, orderedBy: "name"))
    case ("GET", ["changes"]):
      return Response(events: store.changes())
    case ("POST", ["members"]):
      let now = Instant(milliseconds: clock())
      let values = try member.initialValues(
        values(of: request, isNew: true), at: Present(now: now, zoneOffset: 0))
      let number = try await store.write(entry, by: request.user) { tx in
        try tx.create("Member", values)
      }
      return answer(201, RecordValues(member, number: number, values: values))
    case (let method, let path) where path.count == 2 && path[0] == "members":
      guard let number = Int(path[1]) else { return answer(404, [Mistake]()) }
      let id = RecordID("Member", number)
      switch method {
      case "GET": break
      case "PATCH":
        let values = try values(of: request, isNew: false)
        try await store.write(entry, by: request.user) { tx in try tx.update(id, values) }
      case "DELETE":
        try await store.write(entry, by: request.user) { tx in try tx.delete(id) }
        return Response(status: 204)
      default: return answer(405, [Mistake]())
      }
      guard let record = try await store.record(id) else { return answer(404, [Mistake]()) }
      return answer(200, record)
    default: return answer(404, [Mistake]())
    }
  }

  private func values(of request: Request, isNew: Bool) throws -> [String: Value?] {
    let values = try JSONObject(request.body).values(for: member)
    let violations = member.violations(of: values, isNew: isNew)
    guard violations.isEmpty else { throw Mistakes(violations: violations) }
    return values
  }

  private func answer(_ status: Int, _ content: some Encodable) -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return Response(status: status, body: (try? encoder.encode(content)) ?? Data())
  }
}
