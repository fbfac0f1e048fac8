import Foundation
import Testing

@testable import MemberServer

@Suite struct MemberServerTests {
  private func service() async throws -> MemberService {
    try await MemberService(.memory) { 1_772_236_800_000 }
  }

  private func send(
    _ method: String, _ path: String, _ body: String = "", to service: MemberService,
    query: [String: String] = [:]
  ) async -> (status: Int, text: String) {
    let response = await service.respond(
      to: Request(
        method: method, path: path.split(separator: "/").map(String.init), query: query,
        user: "ada", body: Data(body.utf8)))
    return (response.status, String(decoding: response.body, as: UTF8.self))
  }

  @Test func aMemberIsMadeChangedFoundAndDeleted() async throws {
    let service = try await service()
    let made = await send("POST", "members", #"{"name":"Ada","fee":"12.50"}"#, to: service)
    #expect(made.status == 201)
    #expect(
      made.text
        == #"{"email":null,"fee":"12.50","id":1,"joined":"2026-02-28","name":"Ada"}"#)
    #expect(await send("PATCH", "members/1", #"{"fee":13}"#, to: service).status == 200)
    let found = await send("GET", "members", to: service, query: ["name": "a%"])
    #expect(
      found.text
        == #"[{"email":null,"fee":"13.00","id":1,"joined":"2026-02-28","name":"Ada"}]"#)
    #expect(await send("DELETE", "members/1", to: service).status == 204)
    #expect(await send("GET", "members/1", to: service).status == 404)
    #expect(await send("PATCH", "members/1", "{}", to: service).status == 404)
  }

  @Test func allMistakesAreAnsweredAtOnce() async throws {
    let service = try await service()
    let answer = await send(
      "POST", "members", #"{"fee":"-1","email":"ada","joined":"2026-02-30","age":3}"#, to: service)
    #expect(answer.status == 422)
    for path in ["age", "name", "email", "fee", "joined"] {
      #expect(answer.text.contains(#""path":"\#(path)""#))
    }
    #expect(await send("POST", "members", "{", to: service).status == 400)
  }

  @Test func anAddressIsTakenOnlyOnce() async throws {
    let service = try await service()
    let ada = #"{"name":"Ada","email":"ada@example.org"}"#
    #expect(await send("POST", "members", ada, to: service).status == 201)
    #expect(await send("POST", "members", ada, to: service).status == 409)
  }

  @Test func aNameInARequestIsNoCondition() async throws {
    let service = try await service()
    _ = await send("POST", "members", #"{"name":"Ada"}"#, to: service)
    let query = ["name": "x' or '1' = '1"]
    #expect(await send("GET", "members", to: service, query: query).text == "[]")
  }

  @Test func manyRequestsAreAnsweredTogetherAndObserved() async throws {
    let service = try await service()
    let changes = service.store.changes()
    await withTaskGroup(of: Int.self) { group in
      for index in 0..<50 {
        group.addTask {
          await send("POST", "members", #"{"name":"m\#(index)"}"#, to: service).status
        }
      }
      for await status in group { #expect(status == 201) }
    }
    let change = await changes.first { _ in true }
    #expect(change?.contains { $0.type == "Member" } == true)
  }
}
