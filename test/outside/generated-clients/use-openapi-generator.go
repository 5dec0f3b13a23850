// Uses a client that openapi-generator wrote for Go: one upload, one question, one list.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"

	frontdesk "example.com/frontdesk/client"
)

func must[T any](value T, response any, err error) T {
	if err != nil {
		log.Fatalf("%v: %v", err, response)
	}
	return value
}

func main() {
	configuration := frontdesk.NewConfiguration()
	configuration.Servers = frontdesk.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	configuration.AddDefaultHeader("x-api-key", os.Getenv("API_KEY"))
	client := frontdesk.NewAPIClient(configuration)
	ctx := context.Background()

	text := frontdesk.NewManualSourceInput("manual", "Returns", "Returns are free within 30 days. Bring the receipt to any shop.")
	added, response, err := client.KnowledgeAPI.CreateSource(ctx).SourceInput(frontdesk.ManualSourceInputAsSourceInput(text)).Execute()
	source := must(added, response, err)
	for source.Status == frontdesk.SOURCESTATUS_PROCESSING {
		time.Sleep(100 * time.Millisecond)
		read, response, err := client.KnowledgeAPI.GetSource(ctx, source.Id).Execute()
		source = must(read, response, err)
	}

	// Of two content types the generated client only knows the first, so the file goes to a route that takes nothing else.
	path := filepath.Join(os.TempDir(), fmt.Sprintf("contacts-%d.csv", os.Getpid()))
	if err := os.WriteFile(path, []byte("E-mail,Name\nanna@example.com,Anna\n"), 0o600); err != nil {
		log.Fatal(err)
	}
	defer os.Remove(path)
	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	started, response, err := client.ContactsAPI.ImportContacts(ctx).File(file).Mapping(`{"E-mail":"email","Name":"name"}`).DryRun("true").Execute()
	job := must(started, response, err)

	asked, response, err := client.ChatAPI.AskQuestion(ctx).Question(*frontdesk.NewQuestion("Are returns free?")).Execute()
	answer := must(asked, response, err)
	listed, response, err := client.KnowledgeAPI.ListSources(ctx).Limit(10).Execute()
	page := must(listed, response, err)

	sourceIds := []string{}
	for _, each := range answer.Sources {
		sourceIds = append(sourceIds, each.SourceId)
	}
	ids := []string{}
	for _, each := range page.Items {
		ids = append(ids, each.Id)
	}
	result := map[string]any{
		"jobId":  job.JobId,
		"source": map[string]any{"id": source.Id, "status": source.Status, "title": source.Title},
		"answer": map[string]any{"outcome": answer.Outcome, "content": answer.Content, "sourceIds": sourceIds},
		"listed": ids,
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		log.Fatal(err)
	}
}
