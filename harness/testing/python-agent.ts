import { execFileSync } from 'node:child_process';

/** The version of `python3` on this machine; `null` where there is none. */
export function findPython(): string | null {
  try {
    return execFileSync('python3', ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
}

/**
 * An agent in Python, with its standard library only: it asks its model by chat completions and finds its tools behind MCP.
 * With the argument `careful` it runs a call that it has run already no second time, and leaves a call without an answer to the
 * model; with `blind` it sends such a call again.
 */
export const pythonAgent = `
import json, os, sys, urllib.error, urllib.request

blind = sys.argv[1] == 'blind'
done = {}

def post(url, body, headers):
    data = json.dumps(body).encode()
    request = urllib.request.Request(url, data, {'content-type': 'application/json', **headers})
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)

def mcp(method, params):
    answer = post(os.environ['TOOLRIG_MCP_URL'], {'jsonrpc': '2.0', 'id': 1, 'method': method, 'params': params}, {'accept': 'application/json, text/event-stream'})
    return answer['result']

def ask(messages):
    url = os.environ['OPENAI_BASE_URL'] + '/chat/completions'
    key = {'authorization': 'Bearer ' + os.environ['OPENAI_API_KEY']}
    for left in (2, 1, 0):
        try:
            return post(url, {'model': os.environ['TOOLRIG_MODEL'], 'messages': messages, 'tools': tools}, key)['choices'][0]['message']
        except (OSError, ValueError, KeyError):
            if left == 0:
                raise

def run(name, text):
    try:
        params = {'name': name, 'arguments': json.loads(text)}
    except ValueError:
        return json.dumps({'error': 'the arguments are no JSON'})
    for left in (2, 1, 0) if blind else (0,):
        try:
            return mcp('tools/call', params)['content'][0]['text']
        except OSError:
            if left == 0:
                return json.dumps({'error': 'no answer came; it may have been done'})

def call(name, text):
    if blind:
        return run(name, text)
    if text not in done:
        done[text] = run(name, text)
    return done[text]

mcp('initialize', {'protocolVersion': '2025-06-18', 'capabilities': {}, 'clientInfo': {'name': 'agent', 'version': '1'}})
tools = [
    {'type': 'function', 'function': {'name': tool['name'], 'description': tool['description'], 'parameters': tool['inputSchema']}}
    for tool in mcp('tools/list', {})['tools']
]
messages = [{'role': 'user', 'content': sys.argv[2]}]
for turn in range(6):
    message = ask(messages)
    messages.append(message)
    if not message.get('tool_calls'):
        print(message['content'])
        break
    for made in message['tool_calls']:
        function = made['function']
        messages.append({'role': 'tool', 'tool_call_id': made['id'], 'content': call(function['name'], function['arguments'])})
`;
