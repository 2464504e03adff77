// Credential: an API key and the URL of the service.
import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from 'n8n-workflow';

export class HooklineApi implements ICredentialType {
  name = 'hooklineApi';

  displayName = 'Hookline API';

  icon: Icon = { light: 'file:../icons/hookline.svg', dark: 'file:../icons/hookline.dark.svg' };

  documentationUrl = 'https://hookline.example/docs/n8n';

  properties: INodeProperties[] = [
    {
      displayName: 'Service URL',
      name: 'url',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://hooks.example.com',
      description: 'URL of your Hookline service, without a path',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      placeholder: 'hkl_…',
      description: 'Create one in the dashboard under Keys',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
  };

  // Counts as one call. GET /usage is free, but keys may lack its scope.
  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.url.trim().replace(/\\/+$/, "")}}', url: '/meta' },
  };
}
